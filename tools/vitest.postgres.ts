import { makeTemplate, startTestCluster } from '#platform/server/postgres/testing.ts'

/** One cluster per run, shared by all workers. */
export default async function setup() {
  const cluster = await startTestCluster()
  try {
    await makeTemplate(cluster.url)
  } catch (error) {
    // The runner does not tear down a failed setup, and a running cluster would keep it from exiting.
    await cluster.stop()
    throw error
  }
  process.env.TEST_POSTGRES_URL = cluster.url
  return () => cluster.stop()
}
