import { expect, test } from 'vitest'
import { nativeOf } from './config.native.ts'

const print = Array.from({ length: 32 }, () => '0F').join(':')

test('the native app is off unless configured', { meta: { shows: ['1 native wrapper'] } }, () => {
  expect(nativeOf({})).toEqual({ origins: [], iosApp: null, androidApp: null })
})

test('reads the origins and the apps', { meta: { shows: ['1 native wrapper'] } }, () => {
  const env = {
    NATIVE_ORIGINS: 'capacitor://localhost, https://localhost',
    IOS_APP_ID: 'ABCDE12345.org.example.watchbill',
    ANDROID_APP_ID: 'org.example.watchbill',
    ANDROID_CERT_SHA256: `${print} ${print}`,
  }
  expect(nativeOf(env)).toEqual({
    origins: ['capacitor://localhost', 'https://localhost'],
    iosApp: env.IOS_APP_ID,
    androidApp: { name: env.ANDROID_APP_ID, certificates: [print, print] },
  })
})

test.each([
  ['any other origin', { NATIVE_ORIGINS: 'https://localhost https://example.org' }, /NATIVE_ORIGINS/],
  ['a wildcard', { NATIVE_ORIGINS: '*' }, /NATIVE_ORIGINS/],
  ['a bundle without its team', { IOS_APP_ID: 'org.example.watchbill' }, /IOS_APP_ID/],
  ['a package without its certificate', { ANDROID_APP_ID: 'org.example.watchbill' }, /belong together/],
  ['a certificate that is none', { ANDROID_APP_ID: 'org.example.a', ANDROID_CERT_SHA256: 'AA:BB' }, /fingerprints/],
])('refuses %s', { meta: { shows: ['1 native wrapper'] } }, (_name, env, words) => {
  expect(() => nativeOf(env)).toThrow(words)
})
