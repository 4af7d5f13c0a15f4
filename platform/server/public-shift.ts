import { sql } from './sql.ts'

/** The time of publication of assignment `a` has come; without one, it is out as soon as it is published. */
export const isOut = sql`(a.publish_at is null or a.publish_at <= now())`

/** Assignment `a` is published and out: officers see it and sign up for it. */
export const isPublished = sql`(a.status = 'published' and ${isOut})`

/**
 * Officers have seen assignment `a`, or could: it is out, and may be closed or canceled by now. An unpublished shift is being rewritten, and
 * one with a time of publication ahead is out of sight: what it will be called and when it will be is nobody's news yet. Emails
 * need it too: the server writes them, and the fence hides nothing from it.
 */
export const isPublic = sql`(a.status <> 'draft' and ${isOut})`
