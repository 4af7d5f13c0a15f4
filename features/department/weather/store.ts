import { type Sql, sql } from '#platform/server/sql.ts'

export type Asked = {
  organization_id: string
  officer_id: string
  latitude: number | null
  longitude: number | null
  city: string | null
}

/** Who is asking, and where: the position sent, and the city of the caller's organization. */
export const findPlace = (input: { latitude?: number | undefined; longitude?: number | undefined }): Sql => sql`
  select g.id as organization_id, app.officer_id() as officer_id, ${input.latitude ?? null}::float8 as latitude,
    ${input.longitude ?? null}::float8 as longitude, g.city
  from organizations g where g.id = (select app.organization_id())`
