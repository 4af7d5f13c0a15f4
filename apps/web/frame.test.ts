import { expect, test } from 'vitest'
import {
  adminBottomItems,
  adminItems,
  bottomItems,
  crumbsOf,
  currentItem,
  furtherItems,
  officerItems,
} from './navigation.ts'
import { type RouteEntry, routes } from './routes.ts'

const entries: [string, RouteEntry][] = Object.entries(routes)
/** Pages that officers and admins share belong to neither side. */
const homeOf = (path: string) => (path === '/notifications' ? `/officer${path}` : path)

test('lists who may see each address', { meta: { shows: ['2 guards'] } }, () => {
  for (const [path, { guard, feature }] of entries) {
    const expected =
      path === '/admin/login' || path === '/super-admin/login'
        ? 'public'
        : /^\/(super-admin|admin|officer)\//.exec(homeOf(path))?.[1]?.replace('-', '_')
    expect(guard, path).toBe(expected ?? 'public')
    const needs: Record<string, string> = {
      '/admin/branding': 'custom_branding',
      '/admin/overtime': 'overtime',
      '/admin/reports': 'reports',
      '/admin/audit': 'audit_logs',
    }
    expect(feature, path).toBe(needs[path])
  }
})

test('only admin and officer screens have the frame', { meta: { shows: ['2 layout'] } }, () => {
  for (const [path, { layout }] of entries) {
    expect(layout, path).toBe(/^\/(admin|officer)\/(?!login)/.test(homeOf(path)) ? 'shell' : 'plain')
  }
})

test('lists the admin items in order, with the features they need', { meta: { shows: ['2 admin sidebar'] } }, () => {
  expect(adminItems.map(({ label, feature }) => (feature ? `${label}: ${feature}` : label))).toEqual([
    'Dashboard',
    'Officers',
    'Assignments',
    'Extra Time Approval: overtime',
    'Reports: reports',
    'Branding: custom_branding',
    'Audit Logs: audit_logs',
    'FAQ Management',
  ])
})

test('lists the officer items in order', { meta: { shows: ['2 officer sidebar'] } }, () => {
  expect(officerItems.map(({ label }) => label)).toEqual(['Dashboard', 'Available Jobs', 'History', 'Help & FAQ'])
})

test('lists the product’s own pages after the eight items, separately', () => {
  expect(furtherItems.map(({ label, route }) => [label, route])).toEqual([
    ['Schedule', '/admin/assignments'],
    ['Staffing', '/admin/staffing'],
    ['Attendance', '/admin/attendance'],
    ['Announcements', '/admin/announcements'],
  ])
})

test('has four pages in the bar of a phone, for admins those with the most to decide', () => {
  const labels = (items: typeof bottomItems) => items.map(({ label }) => label)
  expect(labels(bottomItems)).toEqual(['Dashboard', 'Available Jobs', 'Schedule', 'History'])
  expect(labels(adminBottomItems)).toEqual(['Dashboard', 'Assignments', 'Schedule', 'Attendance'])
  const marked = (path: string, view: string | null = null) => currentItem(adminBottomItems, path, view)?.label
  expect(marked('/admin/assignments', 'week')).toBe('Schedule')
  expect(marked('/admin/assignments/x/edit')).toBe('Assignments')
  expect(marked('/admin/staffing')).toBeUndefined()
})

test('marks the item that a page belongs to, and none for settings and one’s own pages', () => {
  const all = [...adminItems, ...furtherItems]
  for (const path of Object.keys(routes)) {
    const open = path.replaceAll(/\{\w+\}/g, 'x')
    for (const items of [all, officerItems, bottomItems]) {
      const own = items.find(({ route }) => route === path)
      if (own) expect(currentItem(items, open)?.route, path).toBe(own.route)
    }
  }
  expect(currentItem(all, '/admin/staffing/rules/x')?.label).toBe('Staffing')
  expect(currentItem(all, '/admin/assignments/x/edit')?.label).toBe('Assignments')
  expect(currentItem(all, '/admin/assignments')?.label).toBe('Assignments')
  for (const view of ['week', 'board', 'month', 'day', 'tonight'])
    expect(currentItem(all, '/admin/assignments', view)?.label).toBe('Schedule')
  for (const path of ['/admin/settings', '/admin/vendor-access']) expect(currentItem(all, path)).toBeUndefined()
  expect(currentItem(officerItems, '/officer/standing')).toBeUndefined()
})

test('three items show pending counts; the one on Assignments links to pending requests', {
  meta: { shows: ['2 badges'] },
}, () => {
  expect(
    adminItems.flatMap(({ label, route, count }) => (count ? [[label, count.name, count.to ?? route]] : [])),
  ).toEqual([
    ['Officers', 'officers', '/admin/officers'],
    ['Assignments', 'assignments', '/admin/assignments?filter=pending'],
    ['Extra Time Approval', 'extra_time', '/admin/overtime'],
  ])
})

test('uses the labels of the specification, on admin paths only', { meta: { shows: ['2 breadcrumb'] } }, () => {
  const labels = Object.fromEntries(entries.flatMap(([path, { label }]) => (label ? [[path, label]] : [])))
  expect(labels).toMatchObject({
    '/admin/dashboard': 'Dashboard',
    '/admin/officers': 'Officer Management',
    '/admin/assignments': 'Assignment Management',
    '/admin/overtime': 'Extra Time Approval',
    '/admin/reports': 'Reports',
    '/admin/branding': 'Branding',
    '/admin/faq': 'FAQ Management',
    '/admin/settings': 'Settings',
  })
  for (const path of Object.keys(labels)) expect(path).toMatch(/^\/admin\//)
})

test('shows breadcrumbs in the specification’s words on admin pages and nowhere else', {
  meta: { shows: ['2 breadcrumb'] },
}, () => {
  const words = (path: string) => crumbsOf(path).map(({ label }) => label)
  expect(words('/admin/dashboard')).toEqual(['Dashboard'])
  expect(words('/admin/officers')).toEqual(['Dashboard', 'Officer Management'])
  expect(words('/admin/officers/import')).toEqual(['Dashboard', 'Officer Management', 'Import'])
  expect(words('/admin/assignments/new')).toEqual(['Dashboard', 'Assignment Management', 'New shift'])
  expect(crumbsOf('/admin/assignments/a1/edit')).toEqual([
    { label: 'Dashboard', to: '/admin/dashboard' },
    { label: 'Assignment Management', to: '/admin/assignments' },
    { label: 'Shift', to: '/admin/assignments/a1' },
    { label: 'Edit', to: '/admin/assignments/a1/edit' },
  ])
  for (const path of [
    '/',
    '/admin/login',
    '/officer/history',
    '/notifications',
    '/admin/nothing',
    '/super-admin/users/1',
  ])
    expect(crumbsOf(path), path).toEqual([])
  // Every page in the admin frame has breadcrumbs.
  for (const [path, { guard, layout }] of entries)
    if (guard === 'admin' && layout === 'shell') expect(words(path.replaceAll(/\{\w+\}/g, 'x')), path).not.toEqual([])
})
