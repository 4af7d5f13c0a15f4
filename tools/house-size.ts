import ts from 'typescript'
import type { SourceFile } from './house-rules.ts'

const longestFunction = 60

const isNamed = (node: ts.Node): boolean =>
  ts.isFunctionDeclaration(node) ||
  ((ts.isArrowFunction(node) || ts.isFunctionExpression(node)) &&
    (ts.isVariableDeclaration(node.parent) || ts.isPropertyAssignment(node.parent)))

/**
 * Functions of more than 60 lines of their own, in anything but tests. The lines of named functions inside are theirs: a factory
 * is as long as what is left without its parts.
 */
export function longFunctions(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path) && !/\.(test|e2e)\.tsx?$/.test(path))
    .flatMap(({ path, text }) => longOf(path, text))
}

function longOf(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const line = (at: number) => source.getLineAndCharacterOfPosition(at).line
  const linesOf = (node: ts.Node) => line(node.end) - line(node.getStart(source)) + 1
  const found: string[] = []
  /** Lines below `node` that belong to named functions; each is judged on the way. */
  const visit = (node: ts.Node): number => {
    let inside = 0
    ts.forEachChild(node, (child) => {
      inside += visit(child)
    })
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return inside
    const own = linesOf(node) - inside
    if (own > longestFunction) found.push(`${path}:${line(node.getStart(source)) + 1}: ${own} lines in one function`)
    return isNamed(node) ? Math.max(linesOf(node), inside) : inside
  }
  visit(source)
  return found
}

const mostFiles = 20
const mostLines = 2500

/** Feature folders past 20 source files or 2,500 lines, tests not counted: two nouns. */
export function bigFolders(files: readonly SourceFile[]): Map<string, { files: number; lines: number }> {
  const folders = new Map<string, { files: number; lines: number }>()
  for (const { path, text } of files) {
    const [, noun] = /^features\/([^/]+)\/.*\.tsx?$/.exec(path) ?? []
    if (!noun || /\.test\.tsx?$/.test(path)) continue
    const so = folders.get(noun) ?? { files: 0, lines: 0 }
    folders.set(noun, { files: so.files + 1, lines: so.lines + text.split('\n').length - 1 })
  }
  return new Map([...folders].filter(([, { files, lines }]) => files > mostFiles || lines > mostLines))
}
