import { expect, test } from 'vitest'
import { adminItems, crumbsOf, officerItems } from './navigation.ts'
import { type RouteEntry, routes } from './routes.ts'

const entries: [string, RouteEntry][] = Object.entries(routes)
/** What officers and admins both have stands under neither. */
const homeOf = (path: string) => (path === '/notifications' ? `/officer${path}` : path)

test('[2 guards] who may see what stands at each address', () => {
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

test('[2 layout] the frame stands around what admins and officers work with, and around nothing else', () => {
  for (const [path, { layout }] of entries) {
    expect(layout, path).toBe(/^\/(admin|officer)\/(?!login)/.test(homeOf(path)) ? 'shell' : 'plain')
  }
})

test('[2 admin sidebar] the items in their order, with the features that they need', () => {
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

test('[2 officer sidebar] the items in their order', () => {
  expect(officerItems.map(({ label }) => label)).toEqual(['Dashboard', 'Available Jobs', 'History', 'Help & FAQ'])
})

test('[2 badges] pending counts stand on three items; that of assignments leads to what waits', () => {
  expect(adminItems.flatMap(({ label, count }) => (count ? [[label, count.name, count.to]] : []))).toEqual([
    ['Officers', 'officers', '/admin/officers'],
    ['Assignments', 'assignments', '/admin/assignments?filter=pending'],
    ['Extra Time Approval', 'extra_time', '/admin/overtime'],
  ])
})

test('[2 breadcrumb] the labels of the specification, on admin paths only', () => {
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

test('[2 breadcrumb] the way to an admin page, by the specification’s words; none elsewhere', () => {
  const words = (path: string) => crumbsOf(path).map(({ label }) => label)
  expect(words('/admin/dashboard')).toEqual(['Dashboard'])
  expect(words('/admin/officers')).toEqual(['Dashboard', 'Officer Management'])
  expect(words('/admin/officers/import')).toEqual(['Dashboard', 'Officer Management', 'Import'])
  expect(words('/admin/assignments/new')).toEqual(['Dashboard', 'Assignment Management', 'New assignment'])
  expect(crumbsOf('/admin/assignments/a1/edit')).toEqual([
    { label: 'Dashboard', to: '/admin/dashboard' },
    { label: 'Assignment Management', to: '/admin/assignments' },
    { label: 'Assignment', to: '/admin/assignments/a1' },
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
  // Every page of the admin's frame has one.
  for (const [path, { guard, layout }] of entries)
    if (guard === 'admin' && layout === 'shell') expect(words(path.replaceAll(/\{\w+\}/g, 'x')), path).not.toEqual([])
})
