import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import FileMinus from 'lucide-react/icons/file-minus'
import PencilLine from 'lucide-react/icons/pencil-line'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Undo from 'lucide-react/icons/undo-2'
import { StatusBadge, type StatusLook } from '#platform/web/ui/badge.tsx'
import type { InvoiceState } from '../rules.ts'

const looks: Readonly<Record<InvoiceState, StatusLook>> = {
  draft: { word: 'Draft', tone: 'hold', icon: PencilLine },
  open: { word: 'Open', tone: 'info', icon: Clock },
  overdue: { word: 'Overdue', tone: 'bad', icon: TriangleAlert },
  paid: { word: 'Paid', tone: 'ok', icon: Check },
  credited: { word: 'Credited', tone: 'plain', icon: Undo },
  issued: { word: 'Credit note', tone: 'plain', icon: FileMinus },
}
export const InvoiceBadge = ({ state }: { state: InvoiceState }) => <StatusBadge of={looks[state]} />
