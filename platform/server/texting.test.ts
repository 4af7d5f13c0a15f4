import { expect, test } from 'vitest'
import { readTwilio, twilioSignature } from './texting.ts'

/** An example as Twilio's documentation describes it, computed with OpenSSL: signing and checking share our own code. */
test('a request is signed as Twilio signs it', { meta: { shows: ['issue 12 texts', 'issue 12 voice'] } }, () => {
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
  const fields = {
    To: '+18005551212',
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
  }
  const signature = 'RSOYDt4T1cUTdK1PDd93/VVr8B8='
  expect(twilioSignature('12345', url, fields)).toBe(signature)
  const body = new URLSearchParams(fields).toString()
  expect(readTwilio('12345', { url, signature, body })).toEqual(fields)
  expect(readTwilio('12346', { url, signature, body })).toBeNull()
  expect(readTwilio('12345', { url, signature, body: body.replace('1234', '1235') })).toBeNull()
})
