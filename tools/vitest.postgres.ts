import { makeTemplate, startTestCluster } from '#platform/server/postgres/testing.ts'

/** One cluster a run, for every worker. */
export default async function setup() {
  const cluster = await startTestCluster()
  await makeTemplate(cluster.url)
  process.env.TEST_POSTGRES_URL = cluster.url
  return () => cluster.stop()
}
