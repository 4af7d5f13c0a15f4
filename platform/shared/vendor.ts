/** The vendor's reserved organization: holds its own rows, and everyone who is not in a department. */
export const VENDOR_ID = '00000000-0000-0000-0000-000000000000'
/** The officer id of vendor staff during support access; not on any roster (`app.me`). */
export const NO_OFFICER = '00000000-0000-0000-0000-000000000000'
