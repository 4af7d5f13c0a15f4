import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { z } from 'zod'
import { EditorDecisions } from '#features/shifts/assignment-editor/parts/editor-decisions.tsx'
import { Reason } from '#features/shifts/eligibility/contract.ts'
import { reasonLines } from '#features/shifts/eligibility/parts/signup-words.tsx'
import { ReplaceSheet } from '#features/shifts/replacements/parts/replace-sheet.tsx'
import { getRoster } from '#features/shifts/signup-decisions/contract.ts'
import { AssignDialog } from '#features/shifts/signup-decisions/parts/assign-dialog.tsx'
import type { WallDate } from '#platform/shared/time.ts'
import { ApiError } from '#platform/web/api.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useInside } from '#platform/web/support.tsx'
import { ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { SaidAlready } from '#platform/web/words.ts'
import type { ShownCrew } from '../client.crews.ts'
import { type OfficerMove, useMoveOfficer, useMoveShift } from '../client.moves.ts'
import type { Act } from '../client.rows.ts'
import type { ScheduledShift } from '../contract.ts'
import { ChipMenu, type Doing } from './chip-menu.tsx'
import { CrewCard } from './crew-card.tsx'
import { MoveOfficer, MoveShift } from './move-dialogs.tsx'

export type Actions = {
  /** Opens the menu of an entry at it. */
  open: (act: Act, anchor: HTMLElement) => void
  /** Shows everyone on a tour. */
  openCrew: (crew: ShownCrew, anchor: HTMLElement) => void
  start: (what: Doing, act: Act, to?: WallDate) => void
  /** A drop: asks where officers are confirmed, otherwise moves at once. */
  moveShift: (act: Act, to: WallDate) => void
  moveOfficer: (move: OfficerMove) => void
  /** Vendor support is viewing. */
  looksOn: boolean
}
const Context = createContext<Actions | null>(null)
/** What entries of the schedule can do; null where it is only read. */
export const useActions = () => useContext(Context)

const reasonsIn = (details: Record<string, unknown>) => z.array(Reason).safeParse(details.reasons).data ?? []

/** A move that the server refuses for reasons that an admin may pass is asked about, with its words. */
const useAskedMove = () => {
  const { time_zone } = useOrganization()
  const { move, pending } = useMoveOfficer()
  const [asked, setAsked] = useState<{ move: OfficerMove; words: string } | null>(null)
  const send = useCallback(
    async (one: OfficerMove) => {
      try {
        await move(one)
      } catch (error) {
        if (!(error instanceof ApiError) || error.details.overridable !== true) return toast.failure(error)
        setAsked({ move: one, words: `${reasonLines(reasonsIn(error.details), time_zone, Date.now()).join('. ')}.` })
      }
    },
    [move, time_zone],
  )
  const question = (
    <ConfirmWithReason
      open={asked !== null}
      onClose={() => setAsked(null)}
      title={`Assign ${asked?.move.officer.name ?? ''} anyway?`}
      text={asked?.words ?? ''}
      action="Assign"
      look="primary"
      back="Cancel"
      reasonHint="Kept with the decision."
      onConfirm={async (reason) => asked && move(asked.move, reason)}
    />
  )
  return { move, send, pending, question }
}

/** A second click on the tour closes its card. */
const useCrewCard = () => {
  const [at, setAt] = useState<{ crew: ShownCrew; anchor: HTMLElement } | null>(null)
  const [open, setOpen] = useState(false)
  const show = (crew: ShownCrew, anchor: HTMLElement) => {
    setOpen(!open || anchor !== at?.anchor)
    setAt({ crew, anchor })
  }
  const card = (
    <CrewCard open={open} crew={at?.crew ?? null} anchor={at?.anchor ?? null} onClose={() => setOpen(false)} />
  )
  return { show, card }
}

/** Assigning needs the roster, which the schedule does not hold. */
const Assign = ({ act, onClose }: { act: Act; onClose: () => void }) => {
  const roster = useRead(getRoster, { assignment_id: act.assignment_id })
  return roster.data ? <AssignDialog roster={roster.data} open onClose={onClose} /> : null
}

type Done = { what: Doing; act: Act; to: WallDate | null }

type DialogsProps = {
  doing: Done | null
  today: WallDate
  shifts: readonly ScheduledShift[]
  shift: ReturnType<typeof useMoveShift>
  officer: ReturnType<typeof useAskedMove>
  close: () => void
}

const Dialogs = ({ doing, today, shifts, shift, officer, close }: DialogsProps) => {
  if (!doing) return null
  const { what, act, to } = doing
  if (what === 'assign') return <Assign act={act} onClose={close} />
  if ((what === 'sick' || what === 'hand') && act.signup)
    return <ReplaceSheet signup={act.signup} why={what} onClose={close} />
  if (what === 'move-officer') return <MoveOfficer {...{ act, shifts }} onMove={officer.move} onClose={close} />
  return (
    <MoveShift
      {...{ act, today, to }}
      onClose={close}
      onMove={async (date) => {
        // Said in a toast, with a way to the editor.
        if (!(await shift.move(act, date))) throw new SaidAlready()
      }}
    />
  )
}

type ProviderProps = { today: WallDate; shifts: readonly ScheduledShift[]; children: ReactNode }

/** The menu of entries and everything that opens from it. */
export const ScheduleActions = ({ today, shifts, children }: ProviderProps) => {
  const looksOn = useInside()
  const [at, setAt] = useState<{ act: Act; anchor: HTMLElement } | null>(null)
  const [open, setOpen] = useState(false)
  const crew = useCrewCard()
  const [doing, setDoing] = useState<Done | null>(null)
  const shift = useMoveShift()
  const officer = useAskedMove()
  const { move } = shift
  const { send } = officer
  const latest = useRef({ show: crew.show, move, send })
  useLayoutEffect(() => {
    latest.current = { show: crew.show, move, send }
  })
  // The same while a menu opens and closes: otherwise the whole sheet would be rendered again.
  const actions = useMemo(
    (): Actions => ({
      open: (act, anchor) => {
        setAt({ act, anchor })
        setOpen(true)
      },
      openCrew: (of, anchor) => latest.current.show(of, anchor),
      start: (what, act, to) => setDoing({ what, act, to: to ?? null }),
      moveShift: (act, to) => {
        if (act.confirmed > 0) setDoing({ what: 'move-shift', act, to })
        else void latest.current.move(act, to)
      },
      moveOfficer: (one) => void latest.current.send(one),
      looksOn,
    }),
    [looksOn],
  )
  return (
    <Context value={actions}>
      {children}
      <ChipMenu
        open={open}
        act={at?.act ?? null}
        anchor={at?.anchor ?? null}
        looksOn={looksOn}
        onClose={() => setOpen(false)}
        onPick={(what) => at && setDoing({ what, act: at.act, to: null })}
      />
      {crew.card}
      <Dialogs {...{ doing, today, shifts, shift, officer }} close={() => setDoing(null)} />
      {officer.question}
      <EditorDecisions
        officers={shift.asking?.officers ?? []}
        busy={shift.busy}
        onClose={shift.leave}
        onDecided={shift.decide}
      />
    </Context>
  )
}
