import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesTyped, typedChoice } from './typed-choice.ts'

const zones = ['UTC', 'America/New York', 'America/Chicago', 'America/North Dakota/New Salem', 'Etc/UTC plus'].map(
  (label) => ({ value: label.replaceAll(' ', '_'), label }),
)
const chosenBy = (typed: string) => {
  const found = typedChoice(zones, typed)
  return found.kind === 'one' ? found.option.value : found.kind
}

describe('text typed into a combobox', () => {
  it('chooses the only option that matches, in any case and with underscores', () => {
    expect(chosenBy('chicago')).toBe('America/Chicago')
    expect(chosenBy(' NEW_york ')).toBe('America/New_York')
  })
  it('prefers the option whose full name matches', () => {
    expect(chosenBy('utc')).toBe('UTC')
  })
  it('chooses nothing where several match, none match or nothing is typed', () => {
    expect([chosenBy('america'), chosenBy('gotham'), chosenBy('  ')]).toEqual(['several', 'none', 'empty'])
  })
  it('finds an officer by the badge in the hint, but not by the id', () => {
    const officers = [
      { value: 'a1', label: 'Ann Lee', hint: '#4711 · Traffic' },
      { value: 'b2', label: 'Ben Roy', hint: '#4712 · Traffic' },
    ]
    expect(typedChoice(officers, '4712')).toEqual({ kind: 'one', option: officers[1] })
    expect(typedChoice(officers, 'b2')).toEqual({ kind: 'none' })
  })
  it('never chooses a disabled option', () => {
    expect(typedChoice([{ value: 'x', label: 'Closed', disabled: true }], 'closed')).toEqual({ kind: 'none' })
  })
  it('only ever chooses an option that the list still shows', () => {
    const label = fc.string({ unit: fc.constantFrom('a', 'B', 'é', ' ', '_'), minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.array(label, { maxLength: 8 }), label, (labels, typed) => {
        const options = labels.map((one, i) => ({ value: String(i), label: one }))
        const found = typedChoice(options, typed)
        if (found.kind === 'one') expect(matchesTyped(found.option, typed)).toBe(true)
        if (found.kind === 'none') expect(options.some((one) => matchesTyped(one, typed))).toBe(false)
      }),
    )
  })
})
