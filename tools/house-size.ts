import ts from 'typescript'
import type { SourceFile } from '#tools/house-rules.ts'

const longestFunction = 60

/** Functions of more than 60 lines including inner functions, except in tests: each with its location and length. */
export function longFunctions(files: readonly SourceFile[]): { path: string; line: number; lines: number }[] {
  return files
    .filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path) && !/\.(test|e2e|browser)\.tsx?$/.test(path))
    .flatMap(({ path, text }) => longOf(path, text))
}

function longOf(path: string, text: string) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const lineOf = (at: number) => source.getLineAndCharacterOfPosition(at).line + 1
  const found: { path: string; line: number; lines: number }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const line = lineOf(node.getStart(source))
      const lines = lineOf(node.end) - line + 1
      if (lines > longestFunction) found.push({ path, line, lines })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
