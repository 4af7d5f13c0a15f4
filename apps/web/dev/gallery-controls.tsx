import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Search from 'lucide-react/icons/search'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import {
  CheckboxField,
  ComboboxField,
  DateField,
  NumberField,
  PasswordField,
  RadioField,
  SelectField,
  SwitchField,
  TextareaField,
  TextField,
  TimeField,
} from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { StatusBadge } from '#platform/web/ui/badge.tsx'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { Card, Facts, Stat } from '#platform/web/ui/card.tsx'
import { ConfirmWithReason, Dialog } from '#platform/web/ui/dialog.tsx'
import { InputWith } from '#platform/web/ui/input.tsx'
import { Menu, MenuItem, MenuLine } from '#platform/web/ui/menu.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { FillBar, Progress } from '#platform/web/ui/progress.tsx'
import {
  attendanceBadge,
  attendanceFlagBadge,
  extraTimeBadge,
  officerBadge,
  phaseBadge,
  signupBadge,
  unfilledBadge,
} from '#platform/web/ui/status.ts'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { toast } from '#platform/web/ui/toast.tsx'

const save = endpoint({
  name: 'gallery.save',
  summary: 'A form to look at.',
  method: 'POST',
  path: '/api/gallery',
  who: 'anyone',
  input: z.object({
    title: z.string().min(1).max(80),
    email: z.email(),
    password: z.string().min(12),
    kind: z.enum(['overtime', 'court', 'training']),
    place: z.string().nullable(),
    date: z.iso.date(),
    starts: z.string().regex(/^\d\d:\d\d$/, 'Enter a 24-hour time, such as 18:30.'),
    places: z.number().int().min(1),
    note: z.string().max(200),
    mode: z.enum(['first_come', 'approval']),
    notify: z.boolean(),
    urgent: z.boolean(),
  }),
  output: z.object({}),
  errors: {},
})

const kinds = [
  { value: 'overtime', label: 'Overtime' },
  { value: 'court', label: 'Court' },
  { value: 'training', label: 'Training' },
]
const posts = ['Main gate', 'North lot', 'South lot', 'Command post', 'Traffic, 5th and Oak'].map((label) => ({
  value: label,
  label,
}))
const modes = [
  { value: 'first_come', label: 'First come', hint: 'First to sign up is confirmed.' },
  { value: 'approval', label: 'Approval', hint: 'An admin approves each request.' },
]

const GalleryForm = () => {
  const form = useContractForm(save, {
    title: '',
    email: '',
    password: '',
    place: null,
    date: '',
    starts: '',
    note: '',
    notify: true,
    urgent: false,
  })
  return (
    <Card title="A new shift" hint="Saved as a draft; no one has been notified.">
      <Form
        form={form}
        onSubmit={() => Promise.resolve()}
        onDone={() => toast.success('Shift posted', 'Notifying eligible officers.')}
      >
        <div className="grid gap-4 md:grid-cols-2">
          <TextField form={form} name="title" label="Title" />
          <TextField
            form={form}
            name="email"
            label="Contact email"
            type="email"
            hint="For the client who requested the shift."
          />
          <PasswordField form={form} name="password" label="Password" autoComplete="new-password" />
          <SelectField form={form} name="kind" label="Type" options={kinds} />
          <ComboboxField form={form} name="place" label="Post" options={posts} optional />
          <div className="flex flex-wrap gap-4">
            <DateField form={form} name="date" label="Date" className="flex-1 md:flex-none" />
            <TimeField form={form} name="starts" label="Starts" className="w-24" />
            <NumberField form={form} name="places" label="Spots" min={1} className="w-24" />
          </div>
        </div>
        <TextareaField form={form} name="note" label="Note" optional />
        <RadioField form={form} name="mode" label="How spots are assigned" options={modes} />
        <div className="md:w-96">
          <CheckboxField form={form} name="notify" label="Notify eligible officers" hint="By email and in the app." />
          <SwitchField form={form} name="urgent" label="Urgent" hint="Pinned at the top of everyone's list." />
        </div>
        <div className="flex flex-wrap gap-2">
          <SubmitButton form={form}>Post shift</SubmitButton>
          <Button look="quiet">Cancel</Button>
        </div>
      </Form>
    </Card>
  )
}

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-start gap-2.5">{children}</div>
)

const Dialogs = ({ open, close }: { open: 'dialog' | 'reason' | null; close: () => void }) => (
  <>
    <Dialog
      open={open === 'dialog'}
      onClose={close}
      title="Stadium, north lot"
      description="Fri, Nov 21 · 18:00–02:00"
      actions={
        <>
          <Button onClick={close}>Close</Button>
          <Button look="primary">Sign up</Button>
        </>
      }
    >
      <Facts
        facts={[
          ['Place', '1200 Stadium Drive'],
          ['Pay', 'Time and a half, at least 4 h'],
          ['Places', <FillBar key="f" filled={2} of={5} />],
        ]}
      />
    </Dialog>
    <ConfirmWithReason
      open={open === 'reason'}
      onClose={close}
      title="Cancel this shift?"
      text="Three confirmed officers will be removed and notified."
      action="Cancel shift"
      back="Keep shift"
      onConfirm={() => Promise.resolve()}
    />
  </>
)

const Buttons = () => {
  const [open, setOpen] = useState<'dialog' | 'reason' | null>(null)
  return (
    <Card title="Pressing">
      <div className="space-y-4">
        <Row>
          <Button look="primary" icon={<CalendarPlus aria-hidden />}>
            New shift
          </Button>
          <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
          <Button look="quiet">Quiet</Button>
          <Button look="danger" onClick={() => setOpen('reason')}>
            Cancel shift
          </Button>
          <Button look="danger-quiet">Deny</Button>
          <Button look="primary" busy>
            Saving
          </Button>
          <Button look="primary" why="Check-in opens at 17:00, 60 minutes before the shift.">
            Check in
          </Button>
          <Button size="small">Small</Button>
          <IconButton label="More" icon={<Ellipsis aria-hidden />} />
          <Menu trigger={<Button>Menu</Button>} align="start">
            <MenuItem onPick={() => toast.success('Saved', 'The shift is up to date.')}>Edit</MenuItem>
            <MenuItem onPick={() => toast.error('Shift full', 'Every spot on this shift is filled.')}>
              Copy to next week
            </MenuItem>
            <MenuItem onPick={() => undefined} why="Two officers are confirmed.">
              Unpublished
            </MenuItem>
            <MenuLine />
            <MenuItem danger onPick={() => undefined}>
              Cancel shift
            </MenuItem>
          </Menu>
        </Row>
        <InputWith
          aria-label="Search"
          before={<Search aria-hidden />}
          placeholder="Name, badge or unit"
          className="md:w-72"
        />
      </div>
      <Dialogs open={open} close={() => setOpen(null)} />
    </Card>
  )
}

const badgeGroups = { phaseBadge, signupBadge, attendanceBadge, attendanceFlagBadge, extraTimeBadge, officerBadge }

const Badges = () => (
  <Card title="States" hint="Word, shape and color.">
    <div className="space-y-3">
      {Object.entries(badgeGroups).map(([name, group]) => (
        <Row key={name}>
          {Object.values(group).map((look) => (
            <StatusBadge key={look.word} of={look} />
          ))}
          {name === 'phaseBadge' && <StatusBadge of={unfilledBadge} />}
        </Row>
      ))}
    </div>
  </Card>
)

export const Controls = () => (
  <div className="space-y-4">
    <PageHeader
      title="Good morning, Sergeant Ruiz"
      hint="Friday, Nov 21 · 2 decisions to make, 1 shift short tonight."
      actions={
        <Button look="primary" icon={<CalendarPlus aria-hidden />}>
          New shift
        </Button>
      }
    />
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat value={7} label="Requests to decide" note="oldest 3h ago" to="/admin/officers" tone="warn" />
      <Stat value={2} label="Unfilled tonight" note="5 spots open" to="/admin/officers" tone="bad" />
      <Stat value={14} label="Open this week" note="38 spots" to="/admin/officers" />
      <Stat value="96%" label="Filled, 30 days" note="412 of 429 spots" to="/admin/officers" />
    </div>
    <Notice tone="warn" title="Trial" action={<Button size="small">Contact Vendor</Button>}>
      Trial expires in 5 day(s). Contact vendor to upgrade.
    </Notice>
    <Buttons />
    <Badges />
    <Tabs
      label="Sign-ups"
      tabs={[
        {
          value: 'pending',
          label: 'Pending',
          count: 7,
          content: <Progress label="Importing officers" done={640} of={1115} />,
        },
        { value: 'decided', label: 'Decided', content: <p>Decided ones.</p> },
      ]}
    />
    <GalleryForm />
  </div>
)
