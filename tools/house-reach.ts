import { posix } from 'node:path'
import ts from 'typescript'
import type { SourceFile } from '#tools/house-rules.ts'

const isProduct = ({ path }: SourceFile): boolean =>
  /^(apps|features|platform)\/.*\.tsx?$/.test(path) && !isForTests.test(path)
const isForTests = /\.(test|e2e)\.tsx?$|(^|\/)testing(\.[a-z-]+)?\.tsx?$|\/testing\//
/** Code outside the product that may be the only caller of an export: the tools that start, build and check it. */
const isTool = ({ path }: SourceFile): boolean => /^tools\/.*\.(ts|mjs)$/.test(path) && !isForTests.test(path)

/** A file's declarations, what each mentions, and what the rest of the file mentions. */
type Known = {
  exported: Map<string, number>
  mentions: Map<string, Set<string>>
  loose: Set<string>
  imports: Map<string, { path: string; name: string }>
}

type Idle = { path: string; line: number; name: string }

/**
 * Exported functions and constants that nothing which runs ever reaches: only tests call them, or only each other. What runs begins with
 * what a file does when it is loaded, with default exports (screens), and with everything in `apps/` and `tools/`.
 */
export function onlyTestsCall(files: readonly SourceFile[]): Idle[] {
  const known = new Map(files.filter((file) => isProduct(file) || isTool(file)).map((file) => [file.path, read(file)]))
  const reached = new Set<string>()
  const waiting: [path: string, name: string][] = []
  for (const [path, file] of known) {
    for (const name of file.loose) waiting.push([path, name])
    if (/^(apps|tools)\//.test(path)) for (const name of file.mentions.keys()) waiting.push([path, name])
  }
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, name] = next
    const file = known.get(path)
    if (!file || reached.has(`${path} ${name}`)) continue
    reached.add(`${path} ${name}`)
    const from = file.imports.get(name)
    if (from && from.name === '*')
      for (const one of known.get(from.path)?.mentions.keys() ?? []) waiting.push([from.path, one])
    else if (from) waiting.push([from.path, from.name])
    for (const one of file.mentions.get(name) ?? []) waiting.push([path, one])
  }
  return [...known]
    .filter(([path]) => /^(features|platform)\//.test(path))
    .flatMap(([path, { exported }]) =>
      [...exported].filter(([name]) => !reached.has(`${path} ${name}`)).map(([name, line]) => ({ path, line, name })),
    )
}

function read({ path, text }: SourceFile): Known {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const file: Known = { exported: new Map(), mentions: new Map(), loose: new Set(), imports: new Map() }
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) keepImport(file, path, statement)
    else if (ts.isExportDeclaration(statement)) keepReexport(file, path, statement)
    else keepStatement(file, path, source, statement)
  }
  return file
}

const targetOf = (path: string, specifier: ts.Expression | undefined): string => {
  const named = specifier && ts.isStringLiteral(specifier) ? specifier.text : ''
  return named.startsWith('#') ? named.slice(1) : posix.normalize(posix.join(posix.dirname(path), named))
}

function keepImport(file: Known, path: string, statement: ts.ImportDeclaration) {
  const target = targetOf(path, statement.moduleSpecifier)
  const clause = statement.importClause
  if (!clause) return
  if (clause.name) file.imports.set(clause.name.text, { path: target, name: 'default' })
  const bindings = clause.namedBindings
  if (bindings && ts.isNamespaceImport(bindings)) file.imports.set(bindings.name.text, { path: target, name: '*' })
  else
    for (const one of bindings?.elements ?? [])
      file.imports.set(one.name.text, { path: target, name: (one.propertyName ?? one.name).text })
}

function keepReexport(file: Known, path: string, statement: ts.ExportDeclaration) {
  const clause = statement.exportClause
  if (!clause || !ts.isNamedExports(clause)) return
  for (const one of clause.elements) {
    const inner = (one.propertyName ?? one.name).text
    if (statement.moduleSpecifier)
      file.imports.set(one.name.text, { path: targetOf(path, statement.moduleSpecifier), name: inner })
    else file.mentions.set(one.name.text, new Set([inner]))
  }
}

function keepStatement(file: Known, path: string, source: ts.SourceFile, statement: ts.Statement) {
  const names = namesOf(statement)
  const isDefault =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some((one) => one.kind === ts.SyntaxKind.DefaultKeyword)
  const mentioned = mentionedIn(statement, (loaded) => {
    const target = targetOf(path, loaded)
    file.imports.set(target, { path: target, name: '*' })
    return target
  })
  if (names.length === 0 || isDefault) for (const one of mentioned) file.loose.add(one)
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some((one) => one.kind === ts.SyntaxKind.ExportKeyword)
  for (const name of names) {
    file.mentions.set(name, mentioned)
    if (isExported && !isDefault)
      file.exported.set(name, source.getLineAndCharacterOfPosition(statement.getStart(source)).line + 1)
  }
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement))
    return statement.name ? [statement.name.text] : []
  if (!ts.isVariableStatement(statement)) return []
  const names: string[] = []
  const take = (name: ts.BindingName): void => {
    if (ts.isIdentifier(name)) names.push(name.text)
    else for (const one of name.elements) if (ts.isBindingElement(one)) take(one.name)
  }
  for (const one of statement.declarationList.declarations) take(one.name)
  return names
}

/**
 * Every identifier that may be a value: names of properties that are only read or set by name are left out, and types, unless they are
 * the type of a value. A module that is loaded at its time counts as a whole.
 */
function mentionedIn(statement: ts.Statement, loads: (specifier: ts.Expression | undefined) => string): Set<string> {
  const found = new Set<string>()
  const visit = (node: ts.Node, inType: boolean): void => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      found.add(loads(node.arguments[0]))
    if (ts.isTypeQueryNode(node)) found.add(node.exprName.getText().split('.')[0] ?? '')
    if (ts.isIdentifier(node) && !inType) {
      const up = node.parent
      const isName =
        (ts.isPropertyAccessExpression(up) && up.name === node) || (ts.isPropertyAssignment(up) && up.name === node)
      if (!isName) found.add(node.text)
    }
    const within = inType || (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node))
    ts.forEachChild(node, (child) => visit(child, within))
  }
  visit(statement, ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
  return found
}
