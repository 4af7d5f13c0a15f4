import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useRefreshOrganization } from './organization.tsx'

const Probe = () => {
  useRefreshOrganization()
  return null
}

test('[issue 3.12] [8 refresh] the refresh of the organization outside of its provider raises an error', () => {
  expect(() => renderToString(createElement(Probe))).toThrow('outside of OrganizationProvider')
})
