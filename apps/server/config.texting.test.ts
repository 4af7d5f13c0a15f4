import { expect, it } from 'vitest'
import { phonesOf } from './config.texting.ts'

const account = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'a token of 20 signs'.replaceAll(' ', '-'),
}
const texts = { ...account, TWILIO_FROM: '+13125550100' }
const voice = { ...texts, TWILIO_VOICE_FROM: '+13125550101' }
const origin = 'https://pd.example.org'
const phones = (env: Record<string, string>, from = origin) => phonesOf(env, from, false)
const off = { kind: 'off' }

it('without a provider there are no texts and no calls, except on the outbox page', () => {
  expect(phones({})).toEqual({ texting: off, calling: off })
  const outbox = { kind: 'outbox' }
  expect(phonesOf({}, 'http://localhost:3000', true)).toEqual({ texting: outbox, calling: outbox })
  expect(phones(texts)).toMatchObject({ texting: { kind: 'twilio' }, calling: off })
})

it('calls go out from a number of their own, also beside a gateway for texts', () => {
  expect(phones(voice).calling).toMatchObject({ kind: 'twilio', from: '+13125550101', url: 'https://api.twilio.com' })
  const gateway = {
    ...account,
    TEXT_GATEWAY_URL: 'https://gateway.example.org/send',
    TWILIO_VOICE_FROM: '+13125550101',
  }
  expect(phones(gateway)).toMatchObject({ texting: { kind: 'gateway' }, calling: { kind: 'twilio' } })
})

it('refuses to start with half a configuration', () => {
  expect(() => phones(account)).toThrow('TWILIO_FROM')
  expect(() => phones({ TWILIO_VOICE_FROM: '+13125550101' })).toThrow('TWILIO_ACCOUNT_SID')
  expect(() => phones(voice, 'http://localhost:3000')).toThrow('https')
  expect(() => phones({ ...voice, TWILIO_VOICE_FROM: '555-0101' })).toThrow('TWILIO_VOICE_FROM')
})
