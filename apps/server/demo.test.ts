import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { demoOf } from './demo.ts'

const offered = (env: Record<string, string>, options: string[] = ['--demo']) =>
  Object.keys(demoOf(readConfig(env, options, '/'))?.addresses ?? {})

test('the demo is open to one press on the embedded database of a loopback server, and nowhere else', () => {
  expect(offered({ HOST: '127.0.0.1' })).toEqual(['officer', 'admin', 'super_admin'])
  expect(offered({ HOST: '127.0.0.1', DEMO_PASSWORD: 'too short' })).toEqual(['officer', 'admin'])
  expect(offered({ HOST: '0.0.0.0', PUBLIC_URL: 'https://watchbill.example' })).toEqual([])
  // Behind a proxy of the same machine.
  expect(offered({ HOST: '127.0.0.1', PUBLIC_URL: 'https://watchbill.example' })).toEqual([])
  expect(offered({ HOST: '127.0.0.1', TRUST_PROXY: 'on' })).toEqual([])
  expect(offered({ HOST: '127.0.0.1', DATABASE_URL: 'postgres://a@127.0.0.1/a' })).toEqual([])
})
