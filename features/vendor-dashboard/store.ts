import { sql } from '#platform/server/sql.ts'

export const findDashboard = () => sql`select json_build_object(
    'waiting', json_build_object(
      'trials', (select count(*)::int from feature_requests where organization_id = (select app.organization_id())
        and trial_data is not null and status = 'pending')))::text as json`
