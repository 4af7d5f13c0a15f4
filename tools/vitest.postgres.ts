import { makeTemplate, startTestCluster } from '#platform/server/postgres/testing.ts'

/** One cluster a run, for every worker. */
export default async function setup() {
  const cluster = await startTestCluster()
  try {
    await makeTemplate(cluster.url)
  } catch (error) {
    // A failed setup is not torn down by the runner: the cluster would keep it from ending.
    await cluster.stop()
    throw error
  }
  process.env.TEST_POSTGRES_URL = cluster.url
  return () => cluster.stop()
}
