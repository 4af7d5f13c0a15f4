type Match = {
  name: string
  badge_number: string | null
  rank: string | null
  unit: string | null
  hired_on: string | null
  by: string
}
type Claim = { badge_number: string | null; matches: readonly Match[]; rivals: readonly { name: string }[] }

/** A roster row in one line: `Smith, John · badge 4711 · Sergeant · Traffic · hired 2011`. */
export const rosterRowWords = ({ name, badge_number, rank, unit, hired_on }: Omit<Match, 'by'>): string =>
  [name, badge_number && `badge ${badge_number}`, rank, unit, hired_on && `hired ${hired_on.slice(0, 4)}`]
    .filter(Boolean)
    .join(' · ')

/** Why a row is offered. */
export const matchWords = { badge: 'Same badge', email: 'Same email', name: 'Same name', search: '' } as const

/** A registration's claim in one line of the list; null if there is none. */
export const claimWords = ({ badge_number, matches, rivals }: Claim): string | null => {
  const [first] = matches
  const others = rivals.length === 0 ? '' : `. ${rivals.length + 1} registrations claim this badge`
  if (first?.by === 'badge') {
    const row = [first.badge_number, first.unit, first.hired_on && `hired ${first.hired_on.slice(0, 4)}`]
    return `Claims roster row ${row.filter(Boolean).join(', ')}${others}`
  }
  const given = badge_number ? `Claims badge ${badge_number}, which matches no unclaimed roster row${others}` : null
  if (!first) return given
  const possibly = `Possibly ${first.name}${first.badge_number ? `, badge ${first.badge_number}` : ''}`
  return given ? `${given}. ${possibly}` : possibly
}
