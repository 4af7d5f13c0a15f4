import { localSetting } from '#platform/web/local-setting.ts'
import { weekBegins } from './rules.ts'

/** On which day the weeks of the schedule begin for this person, saved locally like the density of rows. */
export const { set: setWeekBegins, use: useWeekBegins } = localSetting('week-begins', weekBegins)
