import ArrowRight from 'lucide-react/icons/arrow-right'
import Building2 from 'lucide-react/icons/building-2'
import LogOut from 'lucide-react/icons/log-out'
import SunMoon from 'lucide-react/icons/sun-moon'
import UserRound from 'lucide-react/icons/user-round'
import { useEffect, useState } from 'react'
import { findOrganizations } from '#features/vendor/organizations/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { useRead } from '#platform/web/reads.ts'
import { readTheme, setTheme } from '#platform/web/theme.ts'
import { useGo } from '#platform/web/url.ts'
import { type Entry, matches } from '../palette-entries.ts'
import { vendorItems } from '../vendor-navigation.ts'
import { PaletteBox, PaletteDialog } from './palette-box.tsx'
import { useSignOut } from './sign-out.tsx'

const shown = 6
const settleFor = 150

const pages: Entry[] = [
  ...vendorItems.map(
    ({ label, route, also }): Entry => ({
      id: route,
      label,
      icon: ArrowRight,
      to: route,
      ...(also ? { also } : {}),
    }),
  ),
  { id: 'profile', label: 'Profile', also: 'password sessions factor', icon: UserRound, to: paths.superAdminProfile() },
]
const actions: Entry[] = [
  { id: 'theme', label: 'Switch between light and dark', also: 'theme', icon: SunMoon, act: 'theme' },
  { id: 'log_out', label: 'Log out', also: 'sign out leave', icon: LogOut, act: 'log_out' },
]

/** Organizations by name or address, searched a moment after the last keystroke. */
const useOrganizations = (typed: string) => {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), settleFor)
    return () => clearTimeout(timer)
  }, [typed])
  const enabled = settled.length >= 2
  const found = useRead(findOrganizations, { search: settled }, { enabled, keep: true })
  const items = enabled ? (found.data?.items ?? []) : []
  return {
    searching: found.isFetching,
    items: items.slice(0, shown).map(
      (one): Entry => ({
        id: one.id,
        label: one.name,
        hint: `/${one.subdomain}`,
        icon: Building2,
        to: paths.superAdminOrganization(one.id),
      }),
    ),
  }
}

const Finder = ({ close }: { close: () => void }) => {
  const [typed, setTyped] = useState('')
  const go = useGo()
  const signOut = useSignOut()
  const organizations = useOrganizations(typed)
  const kept = (entries: Entry[]) =>
    typed.trim() === '' ? entries : entries.filter((one) => matches(one, typed.trim()))
  const pick = ({ to, act }: Entry) => {
    close()
    if (to) go(to)
    else if (act === 'theme') setTheme(readTheme() === 'dark' ? 'light' : 'dark')
    else if (act === 'log_out') void signOut()
  }
  const groups = [
    { label: 'Pages', items: kept(pages) },
    { label: 'Actions', items: kept(actions) },
    { label: 'Organizations', items: organizations.items },
  ].filter((group) => group.items.length > 0)
  return (
    <PaletteBox
      groups={groups}
      typed={typed}
      onTyped={setTyped}
      pick={pick}
      searching={organizations.searching}
      label="Search pages, actions and organizations"
      placeholder="Page, action or organization"
      nothing="No results. Try a page or an organization's name."
    />
  )
}

/** The vendor's pages and organizations by name. Opens with Ctrl/Cmd+K. */
export const VendorPalette = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <PaletteDialog open={open} onClose={onClose}>
    <Finder close={onClose} />
  </PaletteDialog>
)
