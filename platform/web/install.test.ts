import { expect, test } from 'vitest'
import { installWayOf } from './install.ts'

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const iphone = `Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) ${webKit}`
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit}`
const android =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const safari = 'Version/19.1 Mobile/15E148 Safari/604.1'
const wayOf = (userAgent: string, more: { touches?: number; prompt?: boolean; standalone?: boolean } = {}) =>
  installWayOf({ userAgent, touches: 5, prompt: false, standalone: false, ...more })

test('Safari on an iPhone or iPad gets the steps; other browsers and apps on iOS do not', {
  meta: { shows: ['issue 12 install hint'] },
}, () => {
  expect(wayOf(`${iphone} ${safari}`)).toBe('steps')
  // An iPad introduces itself as a Mac; a Mac has no touch screen.
  expect(wayOf(`${mac} Version/19.1 Safari/605.1.15`)).toBe('steps')
  expect(wayOf(`${mac} Version/19.1 Safari/605.1.15`, { touches: 0 })).toBe('none')
  expect(wayOf(`${iphone} CriOS/142.0.7444.60 Mobile/15E148 Safari/604.1`)).toBe('none')
  expect(wayOf(`${iphone} FxiOS/144.0 Mobile/15E148 Safari/605.1.15`)).toBe('none')
  // A page inside another app.
  expect(wayOf(`${iphone} Mobile/15E148`)).toBe('none')
})

test('Chromium gets the browser’s prompt once the browser offers it', {
  meta: { shows: ['issue 12 install hint'] },
}, () => {
  expect(wayOf(android)).toBe('none')
  expect(wayOf(android, { prompt: true })).toBe('prompt')
})

test('an installed application offers nothing', { meta: { shows: ['issue 12 install hint'] } }, () => {
  expect(wayOf(`${iphone} ${safari}`, { standalone: true })).toBe('installed')
  expect(wayOf(android, { standalone: true, prompt: true })).toBe('installed')
})
