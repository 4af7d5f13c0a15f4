import { expect, test } from 'vitest'
import { keyedHash, keyedHashes, openVault, reseal, seal, unseal } from './vault.ts'

test('sealed data opens only with the same key for the same person', { meta: { shows: ['issue 3.13'] } }, () => {
  openVault('a secret of this installation, 32+')
  const plain = Buffer.from('twenty bytes of code')
  const sealed = seal(plain, 'ann')
  expect(sealed.includes(plain)).toBe(false)
  expect(seal(plain, 'ann').equals(sealed)).toBe(false)
  expect(unseal(sealed, 'ann').equals(plain)).toBe(true)
  expect(() => unseal(sealed, 'bob')).toThrow()
  for (let at = 0; at < sealed.length; at++) {
    if (at === 0) continue
    const bent = Buffer.from(sealed)
    bent[at] = (bent[at] ?? 0) ^ 1
    expect(() => unseal(bent, 'ann')).toThrow()
  }
  const hash = keyedHash('code', 'ann')
  expect(keyedHash('code', 'ann').equals(hash)).toBe(true)
  expect(keyedHash('code', 'bob').equals(hash)).toBe(false)
  openVault('another secret of 32 characters!!')
  expect(() => unseal(sealed, 'ann')).toThrow()
  expect(keyedHash('code', 'ann').equals(hash)).toBe(false)
})

test('during a rotation both keys open, and sealing again moves to the new one', {
  meta: { shows: ['issue 14 rotation'] },
}, () => {
  const [before, after] = ['the key before, 32 characters long', 'the key after it, 32 characters long']
  const plain = Buffer.from('twenty bytes of code')
  openVault(before)
  const [sealed, hash] = [seal(plain, 'ann'), keyedHash('code', 'ann')]
  expect(keyedHashes('code', 'ann')).toEqual([hash])
  openVault(after, before)
  expect(unseal(sealed, 'ann')).toEqual(plain)
  expect(keyedHashes('code', 'ann')).toEqual([keyedHash('code', 'ann'), hash])
  expect(reseal(sealed, 'bob')).toBe('lost')
  const again = reseal(sealed, 'ann') as Buffer
  expect(reseal(again, 'ann')).toBe('current')
  openVault(after)
  expect(unseal(again, 'ann')).toEqual(plain)
  expect(reseal(sealed, 'ann')).toBe('lost')
  openVault(before, after)
  expect(unseal(again, 'ann')).toEqual(plain)
})
