import { expect, test } from 'vitest'
import { createFinder, editUrl, hostUrls, NoWritableHost, type Writable } from './db-hosts.ts'
import { appUrlOf } from './migrate.ts'

test('a URL names one host or several, by name or by folder', () => {
  expect(hostUrls('postgres://u:p@a:5432,b:5433,c/watchbill?sslmode=require')).toEqual([
    'postgres://u:p@a:5432/watchbill?sslmode=require',
    'postgres://u:p@b:5433/watchbill?sslmode=require',
    'postgres://u:p@c/watchbill?sslmode=require',
  ])
  expect(hostUrls('postgres://u:p@a/watchbill')).toEqual(['postgres://u:p@a/watchbill'])
  const folders = hostUrls('postgresql:///watchbill?host=/a,/b&user=u')
  expect(folders.map((url) => new URL(url).searchParams.get('host'))).toEqual(['/a', '/b'])
})

test('a role’s URL keeps every host, and has the same password on each', () => {
  const list = appUrlOf('postgres://owner:secret@a:5432,b:5433/watchbill')
  const one = appUrlOf('postgres://owner:secret@a:5432/watchbill')
  expect(list).toBe(one.replace('@a:5432', '@a:5432,b:5433'))
  expect(editUrl('postgres://u:p@a,b/x', (url) => url.searchParams.set('sslmode', 'require'))).toBe(
    'postgres://u:p@a,b/x?sslmode=require',
  )
})

const on = (url: string, timeline = 1): Writable => ({ url, timeline: timeline.toString(16).padStart(8, '0') })

test('all who need the host share one look, and a doubt about it causes the next', async () => {
  let looks = 0
  let answer: Writable | null = on('a')
  const finder = createFinder(['a', 'b'], async () => {
    looks += 1
    return answer
  })
  expect(await Promise.all([finder.find(), finder.find(), finder.find()])).toEqual(['a', 'a', 'a'])
  expect(looks).toBe(1)
  finder.doubt('b')
  expect(await finder.find()).toBe('a')
  expect(looks).toBe(1)
  answer = null
  finder.doubt('a')
  await expect(finder.find()).rejects.toThrow(NoWritableHost)
  answer = on('b')
  expect(await finder.find()).toBe('b')
  expect(finder.known()).toBe('b')
})

test('a host that is suspected is left only if another has taken its place, and looked for once at a time', async () => {
  const looks: ((found: Writable | null) => void)[] = []
  const replaced: string[] = []
  const look = () => new Promise<Writable | null>((resolve) => looks.push(resolve))
  const finder = createFinder(['a', 'b'], look, { replaced: (url) => replaced.push(url) })
  const answer = async (found: string | null) => {
    looks.shift()?.(found === null ? null : on(found))
    await new Promise(setImmediate)
  }
  const found = finder.find()
  await answer('a')
  expect(await found).toBe('a')
  finder.suspect('b')
  expect(looks).toHaveLength(0)
  // Nobody says that it takes writes, or it does itself: it stays.
  for (const one of [null, 'a']) {
    finder.suspect('a')
    finder.suspect('a')
    expect(looks).toHaveLength(1)
    await answer(one)
    expect(finder.known()).toBe('a')
  }
  finder.suspect('a')
  await answer('b')
  expect([finder.known(), replaced]).toEqual(['b', ['a']])
})

test('a host that takes writes again after it was replaced is told of, once each time', async () => {
  let answer = on('a', 9)
  const told: string[] = []
  const finder = createFinder(['a', 'b'], async () => answer, {
    older: (now, newest) => told.push(`${now.url} ${now.timeline} after ${newest}`),
  })
  const move = async (next: Writable) => {
    finder.doubt(answer.url)
    answer = next
    await finder.find()
  }
  await finder.find()
  await move(on('b', 10))
  await move(on('b', 10))
  expect(told).toEqual([])
  await move(on('a', 9))
  await move(on('a', 9))
  expect(told).toEqual(['a 00000009 after 0000000a'])
  await move(on('b', 11))
  answer = on('a', 9)
  finder.suspect('b')
  await new Promise(setImmediate)
  expect(told).toHaveLength(2)
})
