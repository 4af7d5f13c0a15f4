import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Locked = {
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  dev?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Lock = { name: string; version: string; packages: Record<string, Locked> }

const nameAt = (path: string, { name }: Locked): string => name ?? path.slice(path.lastIndexOf('node_modules/') + 13)
const purlOf = (name: string, version: string): string =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`

/** Where `name` is found from the package at `path`: its own folder first, then those around it. */
const resolve = (packages: Lock['packages'], path: string, name: string): string | null => {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const found = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (packages[found]) return found
    if (at === '') return null
  }
}

/** The bill of materials in CycloneDX 1.6, from the lockfile alone: the same lockfile gives the same bytes. */
export const billOfMaterials = (lockText: string): object => {
  const { name, version, packages } = JSON.parse(lockText) as Lock
  const refOf = (path: string): string => {
    const locked = packages[path] ?? {}
    return path === '' ? `${name}@${version}` : purlOf(nameAt(path, locked), locked.version ?? '')
  }
  const paths = Object.keys(packages).filter((path) => path !== '')
  // A package that is there twice, once for development only, is listed as what the server needs: those come last.
  const components = new Map(
    paths
      .toSorted((a, b) => Number(packages[b]?.dev ?? false) - Number(packages[a]?.dev ?? false))
      .map((path) => {
        const locked = packages[path] ?? {}
        const [algorithm = '', digest = ''] = (locked.integrity ?? '').split('-')
        const component = {
          type: 'library',
          'bom-ref': refOf(path),
          name: nameAt(path, locked),
          version: locked.version ?? '',
          scope: locked.dev ? 'excluded' : locked.optional ? 'optional' : 'required',
          purl: refOf(path),
          ...(digest === ''
            ? {}
            : {
                hashes: [
                  { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') },
                ],
              }),
          ...(locked.license ? { licenses: [{ expression: locked.license }] } : {}),
          ...(locked.resolved ? { externalReferences: [{ type: 'distribution', url: locked.resolved }] } : {}),
        }
        return [component['bom-ref'], component] as const
      }),
  )
  const dependencies = new Map(
    ['', ...paths].map((path) => {
      const { dependencies: some, devDependencies: ours, optionalDependencies: others } = packages[path] ?? {}
      const found = Object.keys({ ...some, ...ours, ...others }).flatMap((one) => resolve(packages, path, one) ?? [])
      return [refOf(path), { ref: refOf(path), dependsOn: [...new Set(found.map(refOf))].toSorted() }] as const
    }),
  )
  const digest = createHash('sha256').update(lockText).digest('hex')
  const serial = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${serial}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': refOf(''), name, version } },
    components: [...components.values()].toSorted((a, b) => (a.purl < b.purl ? -1 : 1)),
    dependencies: [...dependencies.values()],
  }
}

/** Written next to the build by `npm run sbom`. */
if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const file = join(root, 'sbom.cdx.json')
  writeFileSync(
    file,
    `${JSON.stringify(billOfMaterials(readFileSync(join(root, 'package-lock.json'), 'utf8')), null, 2)}\n`,
  )
  process.stdout.write(`Bill of materials: ${file}\n`)
}
