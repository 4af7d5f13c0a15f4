/** Months as `2026-11`. */
export const monthAfter = (month: string, by: number): string => {
  const [year = 0, of = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, of - 1 + by, 1)).toISOString().slice(0, 7)
}

// Created once: creating a formatter takes longer than everything else a row needs.
const months = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `November 2026` */
export const monthWords = (month: string): string => months.format(new Date(`${month}-01T00:00:00Z`))
