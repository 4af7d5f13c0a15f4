/**
 * Suggests a time zone for a U.S. city. Only a suggestion: a person sees and confirms it. States in two zones suggest the one
 * where most people live; larger cities in the other zone are listed.
 */

const Eastern = 'America/New_York'
const Central = 'America/Chicago'
const Mountain = 'America/Denver'
const Pacific = 'America/Los_Angeles'
const Arizona = 'America/Phoenix'
const Alaska = 'America/Anchorage'
const Hawaii = 'Pacific/Honolulu'
const Detroit = 'America/Detroit'
const Indiana = 'America/Indiana/Indianapolis'
const Boise = 'America/Boise'
const PuertoRico = 'America/Puerto_Rico'

const states: readonly (readonly [code: string, name: string, zone: string])[] = [
  ['AL', 'Alabama', Central],
  ['AK', 'Alaska', Alaska],
  ['AZ', 'Arizona', Arizona],
  ['AR', 'Arkansas', Central],
  ['CA', 'California', Pacific],
  ['CO', 'Colorado', Mountain],
  ['CT', 'Connecticut', Eastern],
  ['DE', 'Delaware', Eastern],
  ['DC', 'District of Columbia', Eastern],
  ['FL', 'Florida', Eastern],
  ['GA', 'Georgia', Eastern],
  ['HI', 'Hawaii', Hawaii],
  ['ID', 'Idaho', Boise],
  ['IL', 'Illinois', Central],
  ['IN', 'Indiana', Indiana],
  ['IA', 'Iowa', Central],
  ['KS', 'Kansas', Central],
  ['KY', 'Kentucky', Eastern],
  ['LA', 'Louisiana', Central],
  ['ME', 'Maine', Eastern],
  ['MD', 'Maryland', Eastern],
  ['MA', 'Massachusetts', Eastern],
  ['MI', 'Michigan', Detroit],
  ['MN', 'Minnesota', Central],
  ['MS', 'Mississippi', Central],
  ['MO', 'Missouri', Central],
  ['MT', 'Montana', Mountain],
  ['NE', 'Nebraska', Central],
  ['NV', 'Nevada', Pacific],
  ['NH', 'New Hampshire', Eastern],
  ['NJ', 'New Jersey', Eastern],
  ['NM', 'New Mexico', Mountain],
  ['NY', 'New York', Eastern],
  ['NC', 'North Carolina', Eastern],
  ['ND', 'North Dakota', Central],
  ['OH', 'Ohio', Eastern],
  ['OK', 'Oklahoma', Central],
  ['OR', 'Oregon', Pacific],
  ['PA', 'Pennsylvania', Eastern],
  ['PR', 'Puerto Rico', PuertoRico],
  ['RI', 'Rhode Island', Eastern],
  ['SC', 'South Carolina', Eastern],
  ['SD', 'South Dakota', Central],
  ['TN', 'Tennessee', Central],
  ['TX', 'Texas', Central],
  ['UT', 'Utah', Mountain],
  ['VT', 'Vermont', Eastern],
  ['VA', 'Virginia', Eastern],
  ['WA', 'Washington', Pacific],
  ['WV', 'West Virginia', Eastern],
  ['WI', 'Wisconsin', Central],
  ['WY', 'Wyoming', Mountain],
]

/** Cities whose zone differs from their state's, or that people name without the state. */
const cities: Readonly<Record<string, readonly (readonly [city: string, zone: string])[]>> = {
  AK: [['Adak', 'America/Adak']],
  AL: [
    ['Birmingham', Central],
    ['Phenix City', Eastern],
  ],
  AZ: [
    ['Phoenix', Arizona],
    ['Tucson', Arizona],
    ['Window Rock', Mountain],
  ],
  CA: [
    ['Los Angeles', Pacific],
    ['San Francisco', Pacific],
    ['San Diego', Pacific],
    ['Sacramento', Pacific],
  ],
  CO: [
    ['Denver', Mountain],
    ['Colorado Springs', Mountain],
  ],
  DC: [['Washington', Eastern]],
  FL: [
    ['Miami', Eastern],
    ['Tampa', Eastern],
    ['Orlando', Eastern],
    ['Pensacola', Central],
    ['Panama City', Central],
  ],
  GA: [['Atlanta', Eastern]],
  HI: [['Honolulu', Hawaii]],
  ID: [
    ['Boise', Boise],
    ["Coeur d'Alene", Pacific],
    ['Lewiston', Pacific],
    ['Post Falls', Pacific],
    ['Moscow', Pacific],
  ],
  IL: [['Chicago', Central]],
  IN: [
    ['Indianapolis', Indiana],
    ['Gary', Central],
    ['Hammond', Central],
    ['Evansville', Central],
    ['Valparaiso', Central],
  ],
  KS: [
    ['Wichita', Central],
    ['Goodland', Mountain],
  ],
  KY: [
    ['Louisville', 'America/Kentucky/Louisville'],
    ['Bowling Green', Central],
    ['Owensboro', Central],
    ['Paducah', Central],
  ],
  LA: [
    ['New Orleans', Central],
    ['Baton Rouge', Central],
  ],
  MA: [['Boston', Eastern]],
  MD: [['Baltimore', Eastern]],
  MI: [
    ['Detroit', Detroit],
    ['Grand Rapids', Detroit],
    ['Iron Mountain', 'America/Menominee'],
  ],
  MN: [
    ['Minneapolis', Central],
    ['Saint Paul', Central],
    ['Duluth', Central],
  ],
  MO: [
    ['Saint Louis', Central],
    ['Kansas City', Central],
  ],
  NC: [
    ['Charlotte', Eastern],
    ['Raleigh', Eastern],
  ],
  ND: [['Dickinson', Mountain]],
  NE: [
    ['Omaha', Central],
    ['Scottsbluff', Mountain],
    ['Sidney', Mountain],
  ],
  NM: [
    ['Albuquerque', Mountain],
    ['Santa Fe', Mountain],
  ],
  NV: [
    ['Las Vegas', Pacific],
    ['Reno', Pacific],
    ['West Wendover', Mountain],
  ],
  NY: [
    ['New York City', Eastern],
    ['Buffalo', Eastern],
  ],
  OH: [
    ['Cleveland', Eastern],
    ['Cincinnati', Eastern],
  ],
  OK: [
    ['Oklahoma City', Central],
    ['Tulsa', Central],
  ],
  OR: [['Ontario', Boise]],
  PA: [
    ['Philadelphia', Eastern],
    ['Pittsburgh', Eastern],
  ],
  PR: [['San Juan', PuertoRico]],
  SD: [['Rapid City', Mountain]],
  TN: [
    ['Nashville', Central],
    ['Memphis', Central],
    ['Knoxville', Eastern],
    ['Chattanooga', Eastern],
    ['Johnson City', Eastern],
  ],
  TX: [
    ['Houston', Central],
    ['Dallas', Central],
    ['Austin', Central],
    ['San Antonio', Central],
    ['Fort Worth', Central],
    ['El Paso', Mountain],
  ],
  UT: [['Salt Lake City', Mountain]],
  WA: [
    ['Seattle', Pacific],
    ['Spokane', Pacific],
    ['Tacoma', Pacific],
  ],
  WI: [['Milwaukee', Central]],
}

const key = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim()
    .replace(/^st /, 'saint ')

/** The state named at the end of the text, and the text before it: `El Paso, TX 79901` is El Paso in Texas. */
const stateIn = (text: string) => {
  const asked = key(text)
  for (const [code, name, zone] of states) {
    for (const end of [key(name), key(code)]) {
      // Two letters alone are too often a word: `La` is not Louisiana.
      if (asked === end && end.length > 2) return { code, zone, city: '' }
      if (asked.endsWith(` ${end}`)) return { code, zone, city: asked.slice(0, -end.length - 1) }
    }
  }
  return null
}

const isCity = (asked: string, city: string): boolean => key(city) === asked

/** The zone of `El Paso, TX`, `Boise` or `Ohio`; null if the text matches no known place or more than one. */
export function zoneOfCity(text: string): string | null {
  const asked = key(text)
  if (asked === '') return null
  const named = Object.values(cities)
    .flat()
    .filter(([city]) => isCity(asked, city))
  const zones = new Set(named.map(([, zone]) => zone))
  const [zone] = zones
  if (zone !== undefined) return zones.size === 1 ? zone : null
  const state = stateIn(text)
  if (!state) return null
  return cities[state.code]?.find(([city]) => isCity(state.city, city))?.[1] ?? state.zone
}

/** All selectable zones, UTC first because engines leave it out of their list. */
export const zoneNames: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]
