import { roleWords, thingWord } from '#features/audit/rules.words.ts'
import { paths } from '#platform/shared/paths.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import type { VendorEntry, VendorEntryDetail } from '../contract.ts'
import { placeOf } from '../rules.ts'

type Changed = Extract<VendorEntry, { kind: 'change' }> | VendorEntryDetail

/** Who it was: by name where somebody was signed in. */
export const actorText = ({ actor: { name, role } }: Pick<VendorEntry, 'actor'>): string =>
  name === null ? (roleWords[role] ?? role) : role === 'support' ? `${name}, from support access` : name

export const thingText = ({ thing_type, thing_name }: Changed): string =>
  thing_name ? `${thingWord(thing_type)}: ${thing_name}` : thingWord(thing_type)

/** The same as a link, where a page of the vendor's shows it. */
export const ThingLink = ({ item }: { item: Changed }) => {
  const place = placeOf(item)
  const text = <span className="wrap-anywhere">{thingText(item)}</span>
  return place ? <TextLink to={place}>{text}</TextLink> : text
}

export const OrganizationLink = ({ of }: { of: VendorEntry['organization'] }) =>
  of ? (
    <TextLink to={paths.superAdminOrganization(of.id)} className="wrap-anywhere">
      {of.name}
    </TextLink>
  ) : (
    <span className="text-faint">–</span>
  )
