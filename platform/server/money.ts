import { type Sql, sql } from './sql.ts'

/** `wholeCents` of platform/shared/money.ts, for an amount of whole numbers that is not below zero; `per` is even. */
export const wholeCentsIn = (amount: Sql, per: number): Sql => sql`((${amount}) + ${per / 2}::bigint) / ${per}::bigint`
