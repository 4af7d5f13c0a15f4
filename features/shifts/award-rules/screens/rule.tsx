import { useState } from 'react'
import { kindWords } from '#features/shifts/assignments/words.ts'
import { BackTestCard } from '#features/shifts/award-checks/parts/back-test-card.tsx'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/api.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Needs } from '#platform/web/support.tsx'
import { day } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { BottomActions } from '#platform/web/ui/bottom-actions.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Field, FieldError } from '#platform/web/ui/field.tsx'
import { DateInput, Input } from '#platform/web/ui/input.tsx'
import { PageHeader, WayBack } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { usePathPart } from '#platform/web/url.ts'
import { wordsFor } from '#platform/web/words.ts'
import { changeRule, type ReadRule, type Rule, readRule } from '../contract.ts'
import { ChangedWords } from '../parts/rule-changes.tsx'
import { RuleForm, useDraft } from '../parts/rule-form.tsx'
import { DraftInWords, PackLimits, RuleInWords } from '../parts/rule-in-words.tsx'
import { RuleUses } from '../parts/rule-uses.tsx'
import { packs } from '../rules.packs.ts'
import { inForce, reasonProblem, ruleBounds, usesHours, usesTurns } from '../rules.ts'

type Body = Rule['versions'][number]['body']
/** Of a version after the first: what it says differently. */
const Changed = ({ from, to }: { from: Body | undefined; to: Body }) =>
  from && (
    <div className="mt-2">
      <p className="font-medium">Changed from the previous version</p>
      <ChangedWords from={from} to={to} />
    </div>
  )

const packOf = (rule: Rule) => packs.find((one) => one.id === rule.pack)

const Versions = ({ rule, now }: { rule: Rule; now: number }) => {
  const { time_zone } = useOrganization()
  const current = inForce(rule.versions, now)
  return (
    <Card flush title="Versions" hint="The newest version that has started is in effect.">
      <ol className="divide-y divide-line">
        {rule.versions.map((one, at) => (
          <li key={one.id} className="px-4 py-line md:px-5">
            <details open={one.id === current?.id}>
              <summary className="figures flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-medium">Version {one.version}</span>
                <span>from {day(one.effective_from, time_zone)}</span>
                {one.id === current?.id && <Badge tone="ok">In effect</Badge>}
                {Date.parse(one.effective_from) > now && <Badge tone="hold">Upcoming</Badge>}
                <span className="text-small text-faint">
                  {one.created_by_name ?? 'Watchbill'}, {day(one.created_at, time_zone)}
                </span>
              </summary>
              {one.note && <p className="mt-2 wrap-anywhere">{one.note}</p>}
              <Changed from={rule.versions[at + 1]?.body} to={one.body} />
              <div className="mt-2">
                <RuleInWords rule={one.body} name={rule.name} version={one.version} />
                <PackLimits limits={packOf(rule)?.limits} />
              </div>
            </details>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const Source = ({ rule }: { rule: Rule }) => {
  const pack = packOf(rule)
  if (!pack) return null
  return (
    <Card title={`Created from "${pack.name}"`}>
      <p className="text-soft">{pack.about}</p>
      <p className="mt-1 text-small text-soft">Added by Watchbill: {pack.ours}</p>
      <ul className="mt-2 text-small text-faint">
        {pack.sources.map((source) => (
          <li key={source.address} className="wrap-anywhere">
            {source.name}, {source.section}:{' '}
            <a className="underline" href={source.address} target="_blank" rel="noreferrer">
              {source.address}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type WhenProps = {
  rule: ReadRule
  from: string
  note: string
  errors: readonly { field: string; message: string }[]
  onFrom: (from: string) => void
  onNote: (note: string) => void
}

/** From when a version is in effect, and its reason, which a used rule needs. */
const WhenAndWhy = ({ rule, from, note, errors, onFrom, onNote }: WhenProps) => (
  <div className="flex flex-wrap gap-4">
    <Field label="In effect from" hint="Default: now" optional>
      {(control) => <DateInput {...control} value={from} onChange={(event) => onFrom(event.target.value)} />}
    </Field>
    <Field
      label="What changed and why"
      className="min-w-60 flex-1"
      optional={!rule.used}
      hint={rule.used ? 'Officers see this with the rule.' : undefined}
      error={errors.find(({ field }) => field === 'note')?.message ?? null}
    >
      {(control) => (
        <Input {...control} maxLength={ruleBounds.note} value={note} onChange={(event) => onNote(event.target.value)} />
      )}
    </Field>
  </div>
)

/** A new version, prefilled from the newest. */
const NextVersion = ({ rule, onDone }: { rule: ReadRule; onDone: () => void }) => {
  const newest = rule.versions[0]
  const current = newest?.body as Rule['versions'][number]['body']
  const draft = useDraft(current)
  const [from, setFrom] = useState('')
  const [note, setNote] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const change = useWrite(changeRule)
  const save = async () => {
    const missing = reasonProblem({ used: rule.used, note })
    draft.setErrors(missing ? [{ field: 'note', message: missing }] : [])
    setWrong(missing)
    if (missing) return
    try {
      const made = await change.run({
        id: rule.id,
        body: draft.rule,
        from: from || null,
        note,
        seen: newest?.version ?? 1,
      })
      toast.success(`Version ${made.version} saved`, from ? 'Takes effect on the date you chose.' : 'In effect now.')
      onDone()
    } catch (error) {
      if (error instanceof ApiError && error.fields.length > 0) draft.setErrors(error.fields)
      setWrong(error instanceof ApiError && error.fields[0] ? error.fields[0].message : wordsFor(error).text)
    }
  }
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]">
      <Card title={`Version ${(newest?.version ?? 0) + 1}`} hint="Open shifts keep their current version.">
        <div className="flex flex-col gap-8">
          <RuleForm rule={draft.rule} onChange={draft.setRule} errors={draft.errors} />
          <WhenAndWhy rule={rule} from={from} note={note} errors={draft.errors} onFrom={setFrom} onNote={setNote} />
          <BottomActions className="-mb-4 rounded-b-ui bg-surface">
            <Button look="primary" busy={change.pending} onClick={() => void save()}>
              Save version
            </Button>
            <Button onClick={onDone}>Back</Button>
            {wrong && <FieldError>{wrong}</FieldError>}
          </BottomActions>
        </div>
      </Card>
      <div className="flex flex-col gap-5">
        <Card title="In words">
          <DraftInWords draft={draft.rule} current={current} />
        </Card>
        <BackTestCard id={rule.id} draft={draft.rule} />
      </div>
    </div>
  )
}

const Seen = ({ rule }: { rule: ReadRule }) => {
  const [changing, setChanging] = useState(false)
  const now = useNow()
  const kinds = rule.kinds.map((kind) => kindWords[kind]).join(', ')
  const body = inForce(rule.versions, now)?.body
  const counts = body && (usesHours(body) || usesTurns(body)) ? ' · Counts all shift types' : ''
  return (
    <>
      <PageHeader
        title={rule.name}
        before={<WayBack to={paths.adminAwardRules()}>Award rules</WayBack>}
        hint={kinds ? `Applies to: ${kinds}${counts}` : 'Not used by any shift type.'}
        actions={
          !changing && (
            <>
              <ButtonLink to={paths.adminAwardOrder(rule.id)}>Current order</ButtonLink>
              <Button onClick={() => window.print()}>Print</Button>
              <Needs call={changeRule}>
                <Button look="primary" onClick={() => setChanging(true)}>
                  Change
                </Button>
              </Needs>
            </>
          )
        }
      />
      <div className="flex flex-col gap-5">
        {changing && <NextVersion rule={rule} onDone={() => setChanging(false)} />}
        <Versions rule={rule} now={now} />
        {rule.changes.length > 0 && (
          <Card title="Shift types" hint="Officers see this with the rule.">
            <RuleUses changes={rule.changes} />
          </Card>
        )}
        <Source rule={rule} />
        {!changing && <BackTestCard id={rule.id} />}
      </div>
    </>
  )
}

/** `/admin/staffing/rules/{id}`: one rule in words, with all its versions and a form to change it. */
export default function AwardRule() {
  const id = usePathPart('id')
  const read = useRead(readRule, { id })
  if (read.data) return <Seen rule={read.data} />
  return (
    <>
      <PageHeader title="Rule" before={<WayBack to={paths.adminAwardRules()}>Award rules</WayBack>} />
      {read.isPending ? (
        <CardSkeleton lines={8} />
      ) : (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      )}
    </>
  )
}
