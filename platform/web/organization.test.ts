import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useRefreshOrganization } from './organization.tsx'

const Probe = () => {
  useRefreshOrganization()
  return null
}

test('refreshing the organization outside its provider throws an error', {
  meta: { shows: ['issue 3.12', '8 refresh'] },
}, () => {
  expect(() => renderToString(createElement(Probe))).toThrow('outside of OrganizationProvider')
})
