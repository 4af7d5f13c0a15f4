import type { Words } from '#platform/web/words.ts'

/** The words about the vendor's own side; part of `messages.ts`, which holds them to the contracts. */
export const vendorBaseMessages = {
  no_super_admin: { title: 'Access Denied', text: "You don't have super admin privileges" },
} satisfies Record<string, Words>
