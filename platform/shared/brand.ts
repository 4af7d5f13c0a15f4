/** Specification section 9: the default primary colour. */
export const DEFAULT_COLOR = '#3b82f6'
