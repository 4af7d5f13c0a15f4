import { roleWords, thingWord } from '#features/department/audit/words.ts'
import { paths } from '#platform/shared/paths.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import type { VendorEntry, VendorEntryDetail } from '../contract.ts'
import { placeOf } from '../rules.ts'

type Changed = Extract<VendorEntry, { kind: 'change' }> | VendorEntryDetail

/** The actor: by name if somebody was signed in, otherwise by role. */
export const actorText = ({ actor: { name, role } }: Pick<VendorEntry, 'actor'>): string =>
  name === null ? (roleWords[role] ?? role) : role === 'support' ? `${name} (support access)` : name

const thingText = ({ thing_type, thing_name }: Changed): string =>
  thing_name ? `${thingWord(thing_type)}: ${thing_name}` : thingWord(thing_type)

/** The same as a link, if the vendor has a page for it. */
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
