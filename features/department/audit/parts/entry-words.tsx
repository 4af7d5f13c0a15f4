import { TextLink } from '#platform/web/ui/link.tsx'
import type { AuditItem } from '../contract.ts'
import { placeOf } from '../rules.ts'
import { roleWords, thingWord } from '../words.ts'

type Facts = Omit<AuditItem, 'fields' | 'values'>

/** Who made the change: by name if on the roster. */
export const actorText = ({ actor: { officer_id, name, role } }: Facts): string => {
  if (officer_id !== null || name === null) return name ?? roleWords[role] ?? role
  return `${roleWords[role] ?? role}, ${name}`
}

/** What was changed, in words: its own name, its officer and its assignment. */
export const thingText = (item: Facts): string => {
  const about = [item.thing_name, item.officer_name, item.assignment_title]
  const said = [...new Set(about.filter((one) => one !== null && one !== ''))]
  return said.length > 0 ? `${thingWord(item.thing_type)}: ${said.join(', ')}` : thingWord(item.thing_type)
}

/** The same as a link, if a page shows it. */
export const ThingLink = ({ item }: { item: Facts }) => {
  const place = placeOf(item)
  return place ? <TextLink to={place}>{thingText(item)}</TextLink> : <span>{thingText(item)}</span>
}
