import { randomInt } from 'node:crypto'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { hasCalling } from '#platform/server/calling.ts'
import { type Route, read, refuse, refuseField, type WriteContext, write } from '#platform/server/route.ts'
import { hasTexting } from '#platform/server/texting.ts'
import { keyedHash, keyedHashes } from '#platform/server/vault.ts'
import { addPhone, confirmPhone, readPhone, removePhone, setCalls } from './contract.phones.ts'
import { numberHash } from './routes.incoming.ts'
import { callConsentText } from './rules.calls.ts'
import { CODE_TRIES, codeWords, consentText } from './rules.texts.ts'
import * as store from './store.phones.ts'

/** As typed in the United States, or with a country code. */
const numberOf = (typed: string): string | null => {
  const parsed = parsePhoneNumberFromString(typed, 'US')
  return parsed?.isValid() ? parsed.number : null
}
const codeOf = (number: string) => `phone code ${number}`

export const routes: readonly Route[] = [
  read(readPhone, () => store.findPhone({ texting: hasTexting(), calling: hasCalling(), consent: consentText })),
  write(addPhone, async ({ db, input }) => {
    if (!hasTexting()) return refuse('no_texting')
    const number = numberOf(input.number)
    if (number === null) return refuseField('number', 'Enter a phone number such as (312) 555-0182.')
    const asker = await store.findAsker(db)
    if (!asker) return refuse('not_found')
    if (!asker.may) return refuse('too_many_codes')
    await store.stopPhone(db, 'replaced')
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await store.insertPhone(
      db,
      { number, number_hash: numberHash(number), consent: consentText, code_hash: keyedHash(code, codeOf(number)) },
      codeWords(asker.department, code),
    )
    return { done: true }
  }),
  write(
    confirmPhone,
    async ({ db, prepared }: WriteContext<typeof confirmPhone> & { prepared: string }) =>
      (await store.updateConfirmed(db, prepared)) === 0 ? refuse('not_found') : { done: true },
    {
      // A refusal takes back what the transaction wrote, so tries are counted in one of their own.
      prepare: (input, outside) =>
        outside.caller(async (db) => {
          const asked = await store.findCode(db)
          if (!asked) return refuse('not_found')
          if (asked.expired || asked.tries >= CODE_TRIES) return refuse('phone_code_expired')
          if (keyedHashes(input.code, codeOf(asked.number)).some((hash) => hash.equals(asked.code_hash)))
            return asked.id
          await store.updateTried(db, asked.id)
          return refuse('phone_code_wrong')
        }),
    },
  ),
  write(setCalls, async ({ db, input }) => {
    if (!input.consent) return { done: (await store.stopCalls(db)) > 0 }
    return hasCalling() ? { done: (await store.allowCalls(db, callConsentText)) > 0 } : refuse('no_calling')
  }),
  write(removePhone, async ({ db }) => ({ done: (await store.stopPhone(db, 'by_person')) > 0 })),
]
