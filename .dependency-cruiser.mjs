// The house in one sentence: apps stand on features, features stand on the platform, and nothing looks up.
const word = (words) => `(${words})[.][a-z.-]*ts$`
const test = '[.]test[.]tsx?$'
const testing = '/testing[.][a-z.-]*ts$'
const server = word('store|routes|jobs|mail')
const web = ['^features/[^/]+/(screens|parts)/', `^features/[^/]+/${word('client')}`, '^(platform|apps)/web/']

export default {
  forbidden: [
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^platform/', pathNot: test },
      to: { path: '^(features|apps)/' },
    },
    { name: 'features-know-no-app', severity: 'error', from: { path: '^features/' }, to: { path: '^apps/' } },
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
      to: { path: [`^features/[^/]+/${server}`, '^(platform|apps)/server/'] },
    },
    {
      name: 'server-draws-nothing',
      severity: 'error',
      from: { path: [`^features/[^/]+/${server}`, '^(platform|apps)/server/'], pathNot: test },
      to: { path: web },
    },
    {
      name: 'rules-know-rules-only',
      severity: 'error',
      from: { path: `^features/[^/]+/${word('rules')}`, pathNot: test },
      to: { path: '^(features|platform)/', pathNot: [`^features/[^/]+/${word('rules')}`, '^platform/shared/'] },
    },
    {
      name: 'contracts-know-rules-and-contracts',
      severity: 'error',
      from: { path: `^features/[^/]+/${word('contract')}`, pathNot: test },
      to: {
        path: '^(features|platform)/',
        pathNot: [`^features/[^/]+/${word('rules|contract')}`, '^platform/shared/'],
      },
    },
    {
      name: 'neighbours-by-the-front-door',
      comment: "a neighbour's routes, jobs, mail and screens are its own",
      severity: 'error',
      from: { path: '^features/([^/]+)/', pathNot: test },
      to: {
        path: '^features/',
        pathNot: ['^features/$1/', `^features/[^/]+/${word('rules|contract|store|client')}`, '^features/[^/]+/parts/'],
      },
    },
    {
      name: 'sql-only-in-stores',
      comment: 'a handler may name the type of the scope it hands on',
      severity: 'error',
      from: { path: '^features/', pathNot: [`/${word('store')}`, test] },
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
