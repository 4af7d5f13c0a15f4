/** The vendor's reserved organization: its own rows, and whoever is nobody in a department. */
export const VENDOR_ID = '00000000-0000-0000-0000-000000000000'
