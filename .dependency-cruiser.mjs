// The dependency rule in one sentence: apps depend on features, features depend on the platform, and nothing depends upward.
const word = (words) => `(${words})[.][a-z.-]*ts$`
/** The ladder of features/, top first: an area uses only the areas below it. */
export const areas = ['home', 'vendor', 'hours', 'shifts', 'roster', 'people', 'department']

const test = '[.]test[.]tsx?$'
const testing = '/testing[.][a-z.-]*ts$'
const server = word('store|routes|jobs|mail')
const web = [
  '^features/[^/]+/[^/]+/(screens|parts)/',
  `^features/[^/]+/[^/]+/${word('client')}`,
  '^(platform|apps)/web/',
]

export default {
  forbidden: [
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^platform/', pathNot: test },
      to: { path: '^(features|apps)/' },
    },
    {
      name: 'features-know-no-app',
      comment: 'a test may put the whole server together',
      severity: 'error',
      from: { path: '^features/', pathNot: test },
      to: { path: '^apps/' },
    },
    ...areas.map((area, floor) => ({
      name: 'area-looks-down-only',
      comment: `${area} may use ${areas.slice(floor + 1).join(', ') || 'the platform only'}`,
      severity: 'error',
      from: { path: `^features/${area}/`, pathNot: test },
      to: { path: `^features/(${areas.slice(0, floor).join('|') || 'none'})/` },
    })),
    {
      name: 'area-has-a-floor',
      comment: 'every folder of features/ is an area on the ladder',
      severity: 'error',
      from: { path: '^features/', pathNot: `^features/(${areas.join('|')})/` },
      to: {},
    },
    {
      name: 'shared-stands-alone',
      comment: 'what both sides share knows neither side',
      severity: 'error',
      from: { path: '^platform/shared/', pathNot: test },
      to: { path: '^platform/(server|web)/' },
    },
    {
      name: 'web-and-server-meet-in-the-contract',
      severity: 'error',
      from: { path: web, pathNot: test },
      to: { path: [`^features/[^/]+/[^/]+/${server}`, '^(platform|apps)/server/'] },
    },
    {
      name: 'server-draws-nothing',
      severity: 'error',
      from: { path: [`^features/[^/]+/[^/]+/${server}`, '^(platform|apps)/server/'], pathNot: test },
      to: { path: web },
    },
    {
      name: 'rules-know-rules-only',
      severity: 'error',
      from: { path: `^features/[^/]+/[^/]+/${word('rules')}`, pathNot: test },
      to: { path: '^(features|platform)/', pathNot: [`^features/[^/]+/[^/]+/${word('rules')}`, '^platform/shared/'] },
    },
    {
      name: 'words-know-rules-and-contracts',
      severity: 'error',
      from: { path: `^features/[^/]+/[^/]+/${word('words')}`, pathNot: test },
      to: {
        path: '^(features|platform)/',
        pathNot: [`^features/[^/]+/[^/]+/${word('rules|words|contract')}`, '^platform/shared/'],
      },
    },
    {
      name: 'contracts-know-rules-and-contracts',
      severity: 'error',
      from: { path: `^features/[^/]+/[^/]+/${word('contract')}`, pathNot: test },
      to: {
        path: '^(features|platform)/',
        pathNot: [`^features/[^/]+/[^/]+/${word('rules|words|contract')}`, '^platform/shared/'],
      },
    },
    {
      name: 'neighbours-by-the-front-door',
      comment: "a neighbour's routes, jobs, mail and screens are its own",
      severity: 'error',
      from: { path: '^features/([^/]+/[^/]+)/', pathNot: [test, testing] },
      to: {
        path: '^features/',
        pathNot: [
          '^features/$1/',
          `^features/[^/]+/[^/]+/${word('rules|words|contract|store|client')}`,
          '^features/[^/]+/[^/]+/parts/',
        ],
      },
    },
    {
      name: 'sql-only-in-stores',
      comment: 'a handler may name the type of the scope it hands on',
      severity: 'error',
      from: { path: '^features/', pathNot: [`/${word('store')}`, test, testing] },
      to: { path: '^platform/server/(db|sql)[.]ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'tests-help-tests-only',
      severity: 'error',
      from: { pathNot: [test, '^(e2e|bench|tools)/', testing] },
      to: { path: [testing, test, '^e2e/'] },
    },
    { name: 'nothing-missing', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
