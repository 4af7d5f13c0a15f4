import { expect, test } from 'vitest'
import { keyedHash, openVault, seal, unseal } from './vault.ts'

test('[issue 3.13] what is sealed opens with the same key for the same person only', () => {
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
