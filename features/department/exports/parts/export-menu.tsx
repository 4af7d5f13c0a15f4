import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import type { Endpoint, InputOf } from '#platform/shared/endpoint.ts'
import { type ExportFormat, exportFormats } from '#platform/shared/export.ts'
import { useMay } from '#platform/web/support.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#platform/web/ui/menu.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { startExport, useDownload } from '../client.ts'
import { ExportProgress } from './export-progress.tsx'

const words: Record<(typeof exportFormats)[number], string> = { csv: 'CSV', xlsx: 'Excel (XLSX)' }

/**
 * The button for exporting and printing a list. `input` has the export's current filters, without the format; the export contains
 * everything the screen's filters match.
 */
export const ExportMenu = <E extends Endpoint>({
  endpoint,
  input,
  beforePrint,
}: {
  endpoint: E
  input: Omit<InputOf<E>, 'format'>
  /** Loads the pages of the list not on screen yet, so that all of it is printed. */
  beforePrint?: () => Promise<unknown>
}) => {
  const busy = useDownload() !== null
  const may = useMay()
  const run = (format: ExportFormat) =>
    void startExport(endpoint, { ...input, format } as Parameters<typeof startExport<E>>[1])
  const print = async () => {
    await beforePrint?.()
    // Two frames later the loaded rows are drawn and the menu is closed.
    requestAnimationFrame(() => requestAnimationFrame(() => window.print()))
  }
  return (
    <>
      <Menu
        trigger={
          <Button icon={may(endpoint) ? <Download aria-hidden /> : <Printer aria-hidden />} busy={busy}>
            {may(endpoint) ? 'Export' : 'Print'}
          </Button>
        }
      >
        {may(endpoint) &&
          exportFormats.map((format) => (
            <MenuItem
              key={format}
              icon={<Download aria-hidden />}
              why={busy ? 'An export is running.' : null}
              onPick={() => run(format)}
            >
              {words[format]}
            </MenuItem>
          ))}
        {may(endpoint) && <MenuLine />}
        <MenuItem icon={<Printer aria-hidden />} onPick={() => void print().catch(toast.failure)}>
          Print
        </MenuItem>
      </Menu>
      <ExportProgress />
    </>
  )
}
