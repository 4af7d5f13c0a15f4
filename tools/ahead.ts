import type { Rolldown } from 'vite'
import { staticallyNeeded } from '#tools/budgets.ts'
import { framePart, namedScreens } from '#tools/chunks.ts'

type Chunk = Rolldown.OutputChunk

/**
 * By route, the files that its screen needs besides those that the page names for every screen: the page of that address names them
 * too, so that a browser fetches them while it still reads the entry.
 */
export const filesAhead = (chunks: readonly Chunk[], entry: string): Record<string, string[]> => {
  const everywhere = new Set(staticallyNeeded(chunks, entry).map(({ fileName }) => fileName))
  const neededBy = (module: string): string[] => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
    if (!chunk) throw new Error(`the build has no file for ${module}`)
    return staticallyNeeded(chunks, chunk.fileName).map(({ fileName }) => fileName)
  }
  return Object.fromEntries(
    namedScreens().map(({ route, file, inFrame }) => {
      const files = [...(inFrame ? neededBy(framePart) : []), ...neededBy(file)]
      return [route, [...new Set(files)].filter((name) => !everywhere.has(name)).map((name) => `/${name}`)]
    }),
  )
}
