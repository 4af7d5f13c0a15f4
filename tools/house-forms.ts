import { posix } from 'node:path'
import ts from 'typescript'
import type { SourceFile } from '#tools/house-rules.ts'

/** The one author of dialogs with a form. */
const author = 'platform/web/forms/form-dialog.tsx'

/** Files whose dialog holds a form, or fields, and is not a `FormDialog`, each with its reason. */
export const ownForms: Readonly<Record<string, string>> = {
  'features/shifts/minimum-staffing/parts/minimum-dialog.tsx':
    'two steps in one dialog: the form stays behind the preview, with other buttons for each step',
  'features/shifts/assignment-editor/parts/templates.tsx': 'a list of templates; the form renames one row in place',
  'features/people/factors/parts/own-factors.tsx': 'the steps of setting up a factor bring their own buttons',
  'features/people/factors/parts/prove.tsx': 'several ways to prove who you are, each with its own button',
  'features/people/factors/parts/passkey-offer.tsx': 'shows recovery codes once; its box says that they are kept',
  'features/people/sign-ins/parts/officer-sign-in.tsx': 'a question with one box to check, which Enter must not answer',
  'features/roster/officers/parts/officer-actions.tsx': 'a question with one box to check, which Enter must not answer',
  'features/shifts/award-checks/screens/cases.tsx':
    'a decision with a reason: ConfirmWithReason names and keeps its text',
  'features/shifts/assignment-editor/parts/editor-decisions.tsx':
    'one choice per officer and nothing to type; the form behind sends it and keeps the dialog open until then',
  'features/shifts/replacements/parts/replace-sheet.tsx': 'the field searches a list; each row has its own button',
  'features/shifts/signup-decisions/parts/assign-dialog.tsx': 'the fields narrow a list; each row has its own button',
  'features/vendor/organizations/parts/selector.tsx': 'choosing an organization goes there; there is nothing to send',
}

type Component = { tags: Set<string>; inDialogs: Set<string> }
type Known = { components: Map<string, Component>; imports: Map<string, { path: string; name: string }> }

/** Modules of controls that a person fills in. */
const controls = new Set(
  ['ui/input', 'ui/select', 'ui/combobox', 'ui/multi-combobox', 'ui/suggest', 'ui/checks', 'forms/fields'].map(
    (name) => `platform/web/${name}.tsx`,
  ),
)
const ownControls = new Set(['input', 'select', 'textarea'])

/**
 * Components that render a form or fields inside a `Dialog` instead of using `FormDialog`, themselves or through what they render:
 * there Enter sends nothing, an error gets no focus, and closing loses what was typed.
 */
export function fieldsInDialogs(files: readonly SourceFile[]): { path: string; name: string }[] {
  const screens = files.filter(({ path }) => /^(apps|features|platform)\/.*\.tsx$/.test(path) && path !== author)
  const known = new Map(screens.map((file) => [file.path, read(file)]))
  /** Whether this tag, as used in this file, ends in a form or a field. */
  const isForm = (path: string, tag: string, seen: Set<string>): boolean => {
    if (tag === 'form' || ownControls.has(tag)) return true
    const file = known.get(path)
    const key = `${path} ${tag}`
    if (!file || seen.has(key)) return false
    seen.add(key)
    const from = file.imports.get(tag)
    if (from && (from.path === 'platform/web/forms/form.tsx' || controls.has(from.path))) return true
    if (from?.path === 'platform/web/ui/dialog.tsx') return false
    if (from) return isForm(from.path, from.name, seen)
    return [...(file.components.get(tag)?.tags ?? [])].some((inner) => isForm(path, inner, seen))
  }
  return [...known].flatMap(([path, { components }]) =>
    [...components]
      .filter(([, { inDialogs }]) => [...inDialogs].some((tag) => isForm(path, tag, new Set())))
      .map(([name]) => ({ path, name })),
  )
}

function read({ path, text }: SourceFile): Known {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const imports: Known['imports'] = new Map()
  const components: Known['components'] = new Map()
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) keepImport(imports, path, statement)
    else if (ts.isFunctionDeclaration(statement))
      components.set(statement.name?.text ?? 'default', componentIn(statement, imports))
    else if (ts.isVariableStatement(statement))
      for (const one of statement.declarationList.declarations)
        if (ts.isIdentifier(one.name)) components.set(one.name.text, componentIn(one, imports))
  }
  return { components, imports }
}

function keepImport(imports: Known['imports'], path: string, statement: ts.ImportDeclaration) {
  const named = ts.isStringLiteral(statement.moduleSpecifier) ? statement.moduleSpecifier.text : ''
  const target = named.startsWith('#') ? named.slice(1) : posix.normalize(posix.join(posix.dirname(path), named))
  const bindings = statement.importClause?.namedBindings
  if (bindings && ts.isNamedImports(bindings))
    for (const one of bindings.elements)
      imports.set(one.name.text, { path: target, name: (one.propertyName ?? one.name).text })
}

/** The tags a component renders, and those of them inside a `Dialog`, its buttons included. */
function componentIn(node: ts.Node, imports: Known['imports']): Component {
  const found: Component = { tags: new Set(), inDialogs: new Set() }
  const visit = (at: ts.Node, inside: boolean): void => {
    const opening = ts.isJsxElement(at) ? at.openingElement : ts.isJsxSelfClosingElement(at) ? at : null
    const tag = opening?.tagName.getText()
    if (tag) found.tags.add(tag)
    if (tag && inside) found.inDialogs.add(tag)
    const dialog = tag !== undefined && imports.get(tag)?.path === 'platform/web/ui/dialog.tsx'
    ts.forEachChild(at, (child) => visit(child, inside || dialog))
  }
  visit(node, false)
  return found
}
