import { PageHeader } from '#platform/web/ui/page.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { ContactList } from '../parts/contact-list.tsx'
import { FeedbackDetail } from '../parts/feedback-detail.tsx'
import { FeedbackList } from '../parts/feedback-list.tsx'
import { TrialDetail } from '../parts/trial-detail.tsx'
import { TrialList } from '../parts/trial-list.tsx'

/** `/super-admin/requests`: one tab per kind of request, and a page of its own for the request named in the URL. */
export default function Requests() {
  const [tab] = useUrlValue('tab')
  const [id] = useUrlValue('id')
  if (id !== null) {
    if (tab === 'wishes') return <FeedbackDetail key={id} kind="feature_request" id={id} />
    if (tab === 'problems') return <FeedbackDetail key={id} kind="problem_report" id={id} />
    return <TrialDetail key={id} id={id} />
  }
  return (
    <>
      <PageHeader title="Requests" hint="Requests from visitors and organizations." />
      <Tabs
        label="Requests"
        tabs={[
          { value: 'trials', label: 'Trial requests', content: <TrialList /> },
          { value: 'contact', label: 'Contact requests', content: <ContactList /> },
          { value: 'wishes', label: 'Feature requests', content: <FeedbackList kind="feature_request" /> },
          { value: 'problems', label: 'Problem reports', content: <FeedbackList kind="problem_report" /> },
        ]}
      />
    </>
  )
}
