import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { type BrowserInfo, listSent, reportProblem, requestFeature } from './contract.ts'
import { addressToReport } from './rules.ts'

const reads = [listSent] as const

export const useSent = () => useReadPages(listSent, {})
export const useRequestFeature = () => useWrite(requestFeature, { invalidates: reads })
export const useReportProblem = () => useWrite(reportProblem, { invalidates: reads })

/** The technical details of a problem report, gathered when it is sent. */
export const gatherBrowserInfo = (): BrowserInfo => ({
  user_agent: navigator.userAgent.slice(0, 400),
  url: addressToReport(window.location.href).slice(0, 2000),
  timestamp: new Date().toISOString(),
  viewport_size: `${Math.round(window.innerWidth)}x${Math.round(window.innerHeight)}`,
  screen_size: `${window.screen.width}x${window.screen.height}`,
})
