import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#tools/planted-house.ts'
import { billOfMaterials } from '#tools/sbom.ts'
import { settingsExplained, settingsListed, settingsRead } from '#tools/settings.ts'

const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const configs = readdirSync(join(root, 'apps/server')).filter((name) => /^config(\.[a-z]+)?\.ts$/.test(name))
const settings = settingsRead(configs.map((name) => textOf(`apps/server/${name}`)))

test('.env.example and the runbook list every setting that the server reads, and no others', {
  meta: { shows: ['issue 14 settings'] },
}, () => {
  expect(settingsRead(["env.A_B || patternOf(env, 'C_D', /x/)"])).toEqual(['A_B', 'C_D'])
  expect(settingsListed('# A_B=1\nC_D=\n# prose with E_F=1\n')).toEqual(['A_B', 'C_D'])
  expect(settings.length).toBeGreaterThan(40)
  expect(settingsListed(textOf('.env.example'))).toEqual(settings)
  expect(settingsExplained(`\n${textOf('docs/runbook.md')}`)).toEqual(settings)
})

const deployed = readdirSync(join(root, 'deploy'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
/** Names that belong to the tools, not to the server. */
const foreign =
  /^(POSTGRES_(USER|DB|PASSWORD|INITDB_ARGS)|PG(HOST|USER|DATABASE|PASSWORD)|NODE_ENV|PUBLIC_HOST|UPSTREAM|BUILDPLATFORM)$/

/** Names that a deployment file sets or reads and that are no settings. */
const unknownNames = (text: string): string[] =>
  [
    ...text.matchAll(/\$\{([A-Z_]+)/g),
    ...text.matchAll(/^\s+([A-Z][A-Z_]+): /gm),
    ...text.matchAll(/name: ([A-Z][A-Z_]+)/g),
    ...[...text.matchAll(/^(?:ENV|Environment=).*$/gm)].flatMap((line) => [...line[0].matchAll(/\b([A-Z][A-Z_]+)=/g)]),
  ]
    .map((found) => found[1] ?? '')
    .filter((name) => !settings.includes(name) && !foreign.test(name))

/** A value where only a reference to one may be. */
const secretsIn = (text: string): string[] =>
  text.split('\n').filter((line) => /(password|secret|token|_key)\w*['"]?\s*[:=]\s*['"]?[A-Za-z0-9+/]{12,}/i.test(line))

test('the files for deployment hold no secret, and the image leaves out history, tests and data', {
  meta: { shows: ['issue 14 deployment'] },
}, () => {
  expect(secretsIn(`POSTGRES_PASSWORD: hunter2hunter2\nSECRET_KEY: $${'{SECRET_KEY:?}'}\n`)).toHaveLength(1)
  expect(unknownNames(`  SECRET_KEYS: x\n  value: $${'{PUBLIC_URLS:?}'}\n`)).toEqual(['PUBLIC_URLS', 'SECRET_KEYS'])
  expect(deployed.length).toBeGreaterThan(8)
  for (const path of deployed) {
    expect(secretsIn(textOf(path)), path).toEqual([])
    expect(unknownNames(textOf(path)), path).toEqual([])
  }
  const ignored = textOf('.dockerignore').split('\n')
  expect(ignored).toContain('*')
  const copied = ignored.filter((line) => line.startsWith('!'))
  expect(copied.filter((line) => /\.git|data|docs|e2e|bench|\.env/.test(line))).toEqual([])
  expect(ignored).toContain('**/*.test.ts')
})

test('processes run without rights, and no proxy holds streams back', {
  meta: { shows: ['issue 14 deployment'] },
}, () => {
  const docker = textOf('deploy/Dockerfile')
  expect(docker.lastIndexOf('USER node')).toBeGreaterThan(docker.lastIndexOf('FROM '))
  expect(textOf('deploy/watchbill.service')).toMatch(/^DynamicUser=yes$/m)
  const pod = textOf('deploy/kubernetes/deployment.yaml')
  for (const line of ['runAsNonRoot: true', 'readOnlyRootFilesystem: true', 'allowPrivilegeEscalation: false'])
    expect(pod).toContain(line)
  const [, stream = ''] = textOf('deploy/nginx.conf').split('location = /api/live')
  expect(stream.slice(0, stream.indexOf('}'))).toContain('proxy_buffering off;')
  expect(textOf('deploy/Caddyfile')).toContain('flush_interval -1')
  expect(textOf('deploy/kubernetes/ingress.yaml')).toMatch(/proxy-buffering: ['"]off['"]/)
})

const patroniFaults = (yml: string): string[] => {
  const number = (name: string) => Number(new RegExp(`^    ${name}: (\\d+)$`, 'm').exec(yml)?.[1])
  const faults: string[] = []
  for (const line of ['synchronous_mode: true', 'synchronous_mode_strict: true', 'synchronous_node_count: 2'])
    if (!yml.includes(`\n    ${line}\n`)) faults.push(line)
  // Otherwise the primary loses its lock while it still tries to renew it.
  if (!(number('ttl') >= number('loop_wait') + 2 * number('retry_timeout'))) faults.push('ttl')
  if (/synchronous_commit|\btrust\b/.test(yml)) faults.push('commits or sign-ins that nothing guards')
  return faults
}

test('Patroni acknowledges nothing that only one node has, and its times fit together', {
  meta: { shows: ['issue 14 deployment'] },
}, () => {
  const yml = textOf('deploy/patroni/patroni.yml')
  expect(patroniFaults(yml)).toEqual([])
  expect(patroniFaults(yml.replace('_strict: true', '_strict: false'))).toEqual(['synchronous_mode_strict: true'])
  expect(patroniFaults(yml.replace('synchronous_mode: true', ''))).toEqual(['synchronous_mode: true'])
  expect(patroniFaults(yml.replace('count: 2', 'count: 1'))).toEqual(['synchronous_node_count: 2'])
  expect(patroniFaults(yml.replace('ttl: 5', 'ttl: 4'))).toEqual(['ttl'])
  expect(patroniFaults(yml.replaceAll('scram-sha-256', 'trust'))).toHaveLength(1)
  // The password is the operator's, in a file that only root reads.
  expect(yml).not.toMatch(/password/i)
})

const pgbackrestFaults = (conf: string, postgres: string, cron: string): string[] => {
  const of = (text: string, name: string) => new RegExp(`^${name} ?= ?(.*)$`, 'm').exec(text)?.[1] ?? ''
  const faults: string[] = []
  if (of(conf, 'repo1-cipher-type') !== 'aes-256-cbc' || /cipher-pass/.test(conf)) faults.push('encryption')
  // docs/security/data.md names it.
  if (of(conf, 'repo1-retention-full-type') !== 'time' || of(conf, 'repo1-retention-full') !== '14')
    faults.push('retention')
  if (of(postgres, 'archive_mode') !== 'on') faults.push('archive_mode')
  // With the time that a part of the log takes to leave, at most the minute of docs/promises.md.
  if (!/^([1-9]|[1-3]\d|4[0-5])s$/.test(of(postgres, 'archive_timeout'))) faults.push('archive_timeout')
  const stanza = /^\[(?!global)(\w+)\]$/m.exec(conf)?.[1]
  const named = [...`${postgres}${cron}`.matchAll(/--stanza=(\w+)/g)].map(([, one]) => one)
  if (named.length !== 4 || named.some((one) => one !== stanza)) faults.push('stanza')
  const days = [...cron.matchAll(/^\d+ \d+ \* \* (\S+) postgres .* --type=(full|diff) backup$/gm)]
  if (days.map(([, on, type]) => `${type} ${on}`).join() !== 'full 0,diff 1-6') faults.push('days')
  if (!/^\d+ \* \* \* \* postgres .* check$/m.test(cron)) faults.push('check')
  return faults
}

test('pgBackRest encrypts, keeps what is promised and is checked every hour', {
  meta: { shows: ['issue 14 deployment'] },
}, () => {
  const [conf, postgres, cron] = ['pgbackrest.conf', 'postgresql.conf', 'cron'].map((name) =>
    textOf(`deploy/pgbackrest/${name}`),
  ) as [string, string, string]
  expect(pgbackrestFaults(conf, postgres, cron)).toEqual([])
  expect(pgbackrestFaults(conf.replace('aes-256-cbc', 'none'), postgres, cron)).toEqual(['encryption'])
  expect(pgbackrestFaults(`${conf}repo1-cipher-pass=x\n`, postgres, cron)).toEqual(['encryption'])
  expect(pgbackrestFaults(conf.replace('full=14', 'full=2'), postgres, cron)).toEqual(['retention'])
  expect(pgbackrestFaults(conf, postgres.replace('mode = on', 'mode = off'), cron)).toEqual(['archive_mode'])
  expect(pgbackrestFaults(conf, postgres.replace('30s', '60s'), cron)).toEqual(['archive_timeout'])
  expect(pgbackrestFaults(conf.replace('[watchbill]', '[main]'), postgres, cron)).toEqual(['stanza'])
  expect(pgbackrestFaults(conf, postgres, cron.replace('1-6', '1-5'))).toEqual(['days'])
  expect(pgbackrestFaults(conf, postgres, cron.replace(/^45.*$/m, ''))).toEqual(['stanza', 'check'])
})

type Bill = {
  specVersion: string
  components: { name: string; version: string; purl: string; scope: string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

test('the bill of materials names exactly the packages of the lockfile', {
  meta: { shows: ['issue 14 bill of materials'] },
}, () => {
  const text = textOf('package-lock.json')
  const bill = billOfMaterials(text) as Bill
  expect(billOfMaterials(text)).toEqual(bill)
  expect(bill.specVersion).toBe('1.6')
  const { packages } = JSON.parse(text) as {
    packages: Record<string, { version?: string; name?: string; dev?: boolean }>
  }
  const locked = Object.entries(packages).filter(([path]) => path !== '')
  const nameOf = ([path, { name, version }]: (typeof locked)[number]) =>
    `${name ?? path.split('node_modules/').at(-1)}@${version}`
  expect(bill.components.map(({ name, version }) => `${name}@${version}`).toSorted()).toEqual(
    [...new Set(locked.map(nameOf))].toSorted(),
  )
  const needed = new Set(locked.filter(([, { dev }]) => !dev).map(nameOf))
  const required = bill.components.filter(({ scope }) => scope !== 'excluded')
  expect(required.map(({ name, version }) => `${name}@${version}`).toSorted()).toEqual([...needed].toSorted())
  const refs = new Set(bill.components.map(({ purl }) => purl))
  expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([])
  const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: Record<string, string> }
  expect(required.map(({ purl }) => purl)).toContain(`pkg:npm/fastify@${dependencies.fastify}`)
})
