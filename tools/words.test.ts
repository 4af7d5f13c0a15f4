import { expect, test } from 'vitest'
import { readRequirements } from '#tools/house-requirements.ts'
import { readProject } from '#tools/house-rules.ts'
import { curlyMarks, oddWords, screenTexts } from '#tools/house-words.ts'
import { root } from '#tools/planted-house.ts'

const files = readProject(root)
const requirements = files.find(({ path }) => path === 'docs/requirements.tsv')?.text ?? ''
const specified = new Set(
  readRequirements(requirements)
    .filter(({ kind }) => kind === 'text')
    .map(({ text }) => text),
)
const screen = (text: string) => [{ path: 'features/shifts/posts/screens/posts.tsx', text }]
const faults = (text: string) => oddWords(screenTexts(screen(text)), specified)

/** Remaining odd texts per file. The list may only shrink: a new odd text fails, and so does a count that is too high. */
const left: Readonly<Record<string, number>> = {}

test('collects text that people read, not styles, paths and ids', () => {
  const texts = screenTexts([
    ...screen(`
      export const Posts = ({ count }) => (
        <section className="flex gap-2" id="posts">
          <Card title="Open shifts" hint={count > 1 ? \`\${count} spots left\` : 'Full'}>
            You have {count} open <b>requests</b>.
          </Card>
        </section>
      )
    `),
    { path: 'features/shifts/posts/mail.ts', text: "export const mail = { subject: 'Shift posted' }" },
    {
      path: 'features/shifts/posts/words.ts',
      text: "export const fill = { name: 'Rotating list', fill: { hint: 'Spots filled' } }",
    },
    {
      path: 'features/shifts/posts/rules.ts',
      text: `const a = ['badge 1 is on line 2', 'a|b c d e', \`\${n} m away; two words\`]`,
    },
    { path: 'features/shifts/posts/store.ts', text: "const a = sql`select 'Nothing here'`; fail('Post is gone')" },
    { path: 'features/shifts/posts/rules.test.ts', text: "expect('Not a text').toBe('Not a text')" },
  ]).map(({ text }) => text)
  expect(texts.toSorted()).toEqual([
    'Full',
    'Open shifts',
    'Post is gone',
    'Rotating list',
    'Shift posted',
    'Spots filled',
    'You have {} open {}.',
    'badge 1 is on line 2',
    '{} m away; two words',
    '{} spots left',
  ])
  expect(screenTexts(files).length).toBeGreaterThan(5000)
})

test.each([
  'A late check-in stands here.',
  'Set the password anew',
  'The officer is told.',
  'Nothing of it changes.',
  'From then on the rule applies.',
  'This kind goes by no rule.',
  'It holds for the whole department.',
  'Whoever registers appears here.',
  'Who registers at your address appears here.',
  'What an admin enters for you appears here.',
  'Your e-mail',
  'Telephone',
  'Colour',
  'Cancelled',
  'Ask for the place',
  '3 places left',
  'Turn down',
  'Take back to draft',
  'Rules of awards',
  'I have seen it',
  'Refuse',
  'New job posted',
  'Cancel assignment',
  'No Assignment here',
  'Assignments created from a template',
  'Filled to 95 %',
  'It waits for a decision.',
  'Only approved officers can be assigned.',
  '3 passed over',
  'Every type of shift',
  'Officers ask for a shift.',
  'Joined with the roster',
  'Roster row joined',
  'Opening count',
  'Posts short of officers',
])('refuses "%s" on screen', (text) => {
  expect(faults(`export const Line = () => <p>${text}</p>`)).toHaveLength(1)
  expect(faults(`export const line = { title: "${text}" }`)).toHaveLength(1)
})

test.each([
  'What happened?',
  'Late check-ins appear here.',
  'Available Jobs',
  'Assignments',
  'Assignment Management',
  'Go to Assignments, then New shift.',
  'The first place to look',
  'Canceled',
  'Ordered in',
  'Force list',
  "You won't get any more calls.",
  'Delete my account',
  'Approved hours of officers',
  'Officers passed the deadline.',
  'Shift types',
  'Ask for volunteers',
  'Waitlist joined',
  '4 h short of required rest',
])('accepts "%s"', (text) => {
  expect(faults(`export const Line = () => <p>${text}</p>`)).toEqual([])
})

test('accepts text that the specification quotes', () => {
  const quoted = [...specified].find((text) => text === 'Log out') ?? ''
  expect(quoted).not.toBe('')
  expect(oddWords([{ path: 'a.tsx', line: 1, text: 'Reject all' }], new Set(['Reject all']))).toEqual([])
})

test('every text on screen is plain American English', () => {
  const found = oddWords(screenTexts(files), specified)
  const counts: Record<string, number> = {}
  for (const { path } of found) counts[path] = (counts[path] ?? 0) + 1
  const lines = found.filter(({ path }) => left[path] !== counts[path])
  expect(lines.map(({ path, line, text }) => `${path}:${line}: ${text}`)).toEqual([])
  expect(Object.keys(left).filter((path) => left[path] !== counts[path])).toEqual([])
})

test('every text has straight quotation marks and apostrophes', () => {
  const planted = `
    // A comment isn’t read by people.
    export const Line = ({ name }) => <p title="You’re in">Delete “{name}”? {\`It’s \${name}\`} {'isn’t'} It's</p>
    const marks = /[‘’]/g
  `
  expect(curlyMarks(screen(planted)).map(({ text }) => text)).toEqual([
    "Delete “{}”? {} isn’t It's",
    'You’re in',
    'It’s {}',
    'isn’t',
  ])
  expect(curlyMarks(files).map(({ path, line, text }) => `${path}:${line}: ${text}`)).toEqual([])
})
