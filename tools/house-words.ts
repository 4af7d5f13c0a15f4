import ts from 'typescript'
import type { SourceFile } from '#tools/house-rules.ts'

export type ScreenText = { path: string; line: number; text: string }

const onScreen = [
  /^features\/[^/]+\/[^/]+\/(screens|parts)\//,
  /^features\/[^/]+\/[^/]+\/(words|mail|client|contract|rules|store|routes|jobs)(\.[a-z0-9-]+)?\.ts$/,
  /^(apps|platform)\/web\//,
]
/** Files whose strings are mostly SQL, names and log messages: only full sentences and titles count. */
const mostlyNames = /^features\/[^/]+\/[^/]+\/(client|contract|rules|store|routes|jobs)(\.[a-z0-9-]+)?\.ts$/
/** Strings people never read: styles, addresses, ids, and endpoint descriptions, which are documentation. */
const unread =
  /^(class|className|.*Class|style|to|href|src|id|htmlFor|for|key|testId|type|role|path|summary|method|who|code|rel|autoComplete|inputMode|viewBox|d|stroke|transform|queryKey|accept|pattern|dataKey|query|from|also|stackId|charset|content|property)$/
const stylers = /^(cn|cva|classNames|clsx|join)$/

/** User-facing texts: strings and JSX text of screens, words, emails and notifications. `{}` replaces a value. */
export function screenTexts(files: readonly SourceFile[]): ScreenText[] {
  return files
    .filter(({ path }) => onScreen.some((place) => place.test(path)))
    .filter(
      ({ path }) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !/\/testing(\.[a-z-]+)?\.ts$/.test(path),
    )
    .flatMap(({ path, text }) => textsOf(path, text, (said) => isProse(said, mostlyNames.test(path))))
}

/** Strings and JSX text with typographic quotation marks or apostrophes, one per line (docs/decisions/0310). */
export function curlyMarks(files: readonly SourceFile[]): ScreenText[] {
  return files
    .filter(({ path }) => /^(features|platform|apps)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .flatMap(({ path, text }) => textsOf(path, text, (said) => /[‘’“”]/.test(said)))
}

function textsOf(path: string, text: string, isMeant: (said: string) => boolean): ScreenText[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: ScreenText[] = []
  const keep = (node: ts.Node, words: string) => {
    const said = words.replace(/\s+/g, ' ').trim()
    if (!isMeant(said)) return
    found.push({ path, line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1, text: said })
  }
  const visit = (node: ts.Node): void => {
    if (isUnread(node)) return
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) keep(node, node.text)
    else if (ts.isTemplateExpression(node)) {
      keep(node, node.head.text + node.templateSpans.map((span) => `{}${span.literal.text}`).join(''))
    } else if (ts.isJsxElement(node) || ts.isJsxFragment(node)) keep(node, childrenOf(node))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The text between two tags; nested elements and expressions count as values and are read separately. */
function childrenOf(node: ts.JsxElement | ts.JsxFragment): string {
  return node.children
    .map((child) => {
      if (ts.isJsxText(child)) return child.text
      if (ts.isJsxExpression(child) && child.expression && ts.isStringLiteral(child.expression)) {
        return child.expression.text
      }
      return ts.isJsxExpression(child) && child.expression === undefined ? '' : '{}'
    })
    .join('')
}

function isUnread(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true
  if (ts.isTaggedTemplateExpression(node)) return true
  if (ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) return unread.test(node.name.getText())
  if (ts.isElementAccessExpression(node)) return true
  if (ts.isCallExpression(node)) return stylers.test(node.expression.getText().split('.').at(-1) ?? '')
  if (ts.isNewExpression(node)) return /Error$|^Intl|DateTimeFormat/.test(node.expression.getText())
  if (ts.isBinaryExpression(node)) return false
  return ts.isVariableDeclaration(node) && /class|style/i.test(node.name.getText())
}

/** SQL, addresses, aliases, headers and markup. */
const code =
  /[<>=_$\\|]|;(?! )|\/\/|::|^[./#&@(]|^(select|insert|update|delete|with|where|and|or|order|group|set|grant|from|join|case|values|not exists|exists|coalesce) /
const styles = /(^|\s)[a-z]+(:[a-z]|-(\[|\d|\{|[a-z]+-)|-[a-z]+\s+[a-z]+-)|[<>=]|;(?! )|^[./#&@]/

/**
 * Whether it reads as prose: starts with a capital, or has at least two words without characters of styles, paths and markup. In
 * files that are `mostlyNames` a text that starts with a small letter needs three words in a row.
 */
function isProse(said: string, strictly: boolean): boolean {
  if (!/[A-Za-z]{2}/.test(said.replaceAll('{}', ''))) return false
  if (/^[A-Z]/.test(said)) return strictly ? / /.test(said) : /[a-z]/.test(said)
  if (strictly)
    return !code.test(said) && (/^\{\}.*[a-z]{2,} [a-z]{2,}/.test(said) || /([a-z'’]+ ){2}[a-z'’]+/.test(said))
  return / /.test(said) && !styles.test(said)
}

/** Words banned on screen, with their replacements. Code, endpoints and database values keep their names. */
const banned: readonly (readonly [RegExp, string])[] = [
  [/\bstands? (here|in|on|at|above|below|beside|by|as|again)\b/i, '"appears", "is shown"'],
  [/\banew\b/i, '"again"'],
  [/\breckon/i, '"calculate"'],
  [/\b(is|are|was|were|be|being) told\b/i, '"notified"'],
  [/\b(in|for) so many\b|^so many\b|\bso long (before|as)\b/i, 'the number'],
  [/\b(nothing|none|one|all|record|many|day|page|purpose|somebody) of it\b/i, 'the thing itself'],
  [/\bfrom then on\b/i, 'a date, or nothing'],
  [/\bbeforehand\b/i, '"before"'],
  [/\b(goes|go|going) by (the|a|an|no|it|its|this|that)\b|\bgoes by\b/i, '"follows", "uses"'],
  [/\bholds? for\b/i, '"applies to"'],
  [/\bwho(ever|soever)\b/i, 'the person'],
  [/^(Who|What) (?!.*\?$)(\S+ ){3,}/, 'a noun: clauses are no subjects'],
  [/\b(nobody|somebody|everybody|anybody)\b/i, '"no one", "someone", "everyone", "anyone"'],
  [/\be-mails?\b/i, '"email"'],
  [/\btelephones?\b/i, '"phone"'],
  [/\b(colours?|instalments?|cancelled|cancelling|neighbouring|metres|kilometres)\b/i, 'American spelling'],
  [/\bby mail\b|\bmailed\b|\bmails\b/i, '"email"'],
  [/\bmeanwhile\b/i, 'what happened'],
  [/(\d|\{\}) %/, '"95%"'],
  [/\b(waits?|waiting) for (a|the) decision\b/i, '"pending"'],
  [/\bdecide your own\b/i, '"approve or deny"'],
  [/\b(at the fewest|at latest|not reached|in full sun)\b/i, 'an idiomatic phrase'],
  [/\bany more\b(?! [a-z])/i, '"no longer"'],
  [/\bby (itself|themselves)\b/i, '"automatically"'],
  [/\blook(s|ed)? (inside|through)\b|\bread across\b/i, '"viewed", "support access"'],
]

/** The "Never" column of the table of terms. */
const wrongTerms: readonly (readonly [RegExp, string])[] = [
  [/\b(ask|asks|asked) for the place\b/i, '"request"'],
  [
    /\b(took|take|takes|taken|give|gives|given|has|have|hold|holds|got) (a|the|your|that|this) place\b/i,
    '"spot", "sign up"',
  ],
  [/\b(\d+|\{\}|no|open|free|every|fewer|of) places\b|\bplaces (left|filled|taken|free|given|held)\b/i, '"spot"'],
  [/\b(turn|turns|turned) (it |this |the offer )?down\b/i, '"decline" or "deny"'],
  [
    /\b(take|takes|taken|took) (it |this |that |the \w+ )?(back|out|away|over)\b/i,
    '"withdraw", "remove", "unpublish" or "assign"',
  ],
  [/\b(be|are|is) called off\b/i, '"call off"'],
  [/^(Reject|Refuse|Release)\b/, '"Deny", "Decline" or "Remove"'],
  [/\brules? of awards?\b/i, '"award rule"'],
  [/\bI have seen it\b/i, '"Acknowledge"'],
  [/\bon the past\b/i, '"back-test"'],
  [/\bwork(ed)? out a plan\b|\bplan is being worked out\b/i, '"create a plan"'],
  [/(?<!\bdelete )\bmy account\b/i, '"Activate account"'],
  [/\bgone quiet\b|\bquiet for\b/i, '"inactive"'],
  [/\blog in\b/i, '"sign in"'],
  [/\bhand(s|ed)? (it |them )?in\b/i, '"submit"'],
  [/\bapproved officers?\b/i, '"active officer": a suspended one is approved too'],
  [/\bpassed over\b/i, '"skipped"'],
  [/\b(types?|kinds?) of shifts?\b/i, '"shift type"'],
  [/\bask(s|ed|ing)? for (a|the|this|that|their|your) shifts?\b/i, '"request"'],
  [/\bjoin(s|ed|ing)? (with )?(a |the )?roster\b|\broster rows? joined\b/i, '"merge"'],
  [/\bopening counts?\b/i, '"earlier count"'],
  [/\bshort of officers\b/i, '"understaffed"'],
  [/\bjobs?\b(?<!Available Jobs)/i, '"shift"'],
  // The specification's names stay: the menu's "Assignments" and "Assignment Management".
  [/\bassignments?\b|\bAssignment\b(?! Management)|^Assignments /, '"shift"'],
]

/** Texts that break a rule of the style guide, one per line: what is wrong and what to write. */
export function oddWords(texts: readonly ScreenText[], specified: ReadonlySet<string>): ScreenText[] {
  return texts.flatMap((one) => {
    if (specified.has(one.text)) return []
    const found = [...banned, ...wrongTerms].find(([odd]) => odd.test(one.text))
    return found ? [{ ...one, text: `"${one.text}": write ${found[1]}` }] : []
  })
}
