import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { readFenceCatalog } from '#platform/server/fence-catalog.ts'
import { lockText } from '#platform/server/fence-watch.ts'
import { fenceLock, migrate } from '#platform/server/migrate.ts'
import { startTestCluster } from '#platform/server/postgres/testing.ts'
import { readCatalog } from '#tools/schema-catalog.ts'
import { columnsText } from '#tools/schema-columns.ts'
import { ownerFaults, schemaText, tablesPage } from '#tools/schema-text.ts'

/** Migrates a fresh database and generates db/schema.sql, db/fence.lock, platform/server/tables.gen.ts and docs/tables.md from its catalog. */
const root = join(import.meta.dirname, '..')
const cluster = await startTestCluster()
try {
  await migrate(cluster.url)
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  try {
    const catalog = await readCatalog(client)
    writeFileSync(join(root, 'db/schema.sql'), schemaText(catalog))
    writeFileSync(join(root, 'platform/server/tables.gen.ts'), columnsText(catalog))
    writeFileSync(join(root, 'docs/tables.md'), tablesPage(catalog))
    await client.query('begin')
    writeFileSync(fenceLock, lockText(await readFenceCatalog(client, [])))
    await client.query('rollback')
    const faults = ownerFaults(catalog)
    process.stdout.write(`${[`${catalog.tables.length} tables written to db/schema.sql`, ...faults].join('\n')}\n`)
    if (faults.length > 0) process.exitCode = 1
  } finally {
    await client.end()
  }
} finally {
  await cluster.stop()
}
