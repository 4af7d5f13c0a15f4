/**
 * The noun that owns each table, by area, lowest area first. Every new table needs a line here; `schema.pg.test.ts` reports
 * missing tables and unknown nouns.
 */
export const owners: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  platform: {
    server: 'schema_migrations idempotency_keys outbox mails',
  },
  department: {
    audit: 'audit_entries audit_seals audit_seal_entries',
    branding: 'organization_logos',
    channels: 'push_subscriptions push_tokens phones phone_replies deliveries channel_orders',
    'contact-requests': 'contact_requests',
    exports: 'exports',
    faq: 'faq_categories faq_entries',
    feedback: 'feature_requests problem_reports',
    notifications: 'notifications notification_settings reminders tellings',
    'saved-filters': 'saved_filters',
    settings: 'notice_acceptances sign_in_notices feature_uses',
  },
  people: {
    organizations: 'organizations organization_standings',
    accounts: 'accounts memberships super_admin_users sign_in_attempts',
    'account-links': 'account_links',
    sessions: 'sessions',
    factors: 'factors recovery_codes passkey_challenges sign_in_steps',
  },
  roster: {
    officers: 'officers bulk_edits officer_merges officer_notes',
    'officer-imports': 'officer_imports',
    certifications: 'officer_certifications',
    leaves: 'leaves',
    tours: 'platoons platoon_schedules platoon_members tour_exceptions imported_tours',
  },
  shifts: {
    assignments: 'posts assignments place_events',
    'assignment-editor': 'assignment_series assignment_templates assignment_copies',
    'award-rules': 'award_rules award_rule_versions award_adoptions',
    'award-checks': 'award_cases award_input_checks',
    eligibility: 'work_rules',
    signups: 'officer_assignments place_holds',
    awards: 'award_rounds award_draws award_receipts opportunities openings',
    replacements: 'shift_changes',
    swaps: 'swaps',
    escalations: 'escalation_plans escalation_steps escalations',
    'order-ins': 'force_settings force_members force_exemptions order_calls order_asked order_ins order_receipts',
    'leave-requests': 'leave_requests',
    announcements: 'announcements announcement_recipients announcement_replies',
    'minimum-staffing': 'staffing_minimums staffing_gaps',
    'fill-plans': 'fill_plans fill_plan_lines',
    locations: 'locations',
  },
  hours: {
    attendance: 'attendance attendance_gaps',
    'extra-time': 'overtime_requests',
  },
  vendor: {
    analytics: 'figure_marks figure_states month_figures month_fill_times past_figures past_fill_times revenue_figures',
    audit: 'vendor_reads',
    billing: 'billing_accounts billing_tasks contracts contract_versions contract_charges',
    invoices:
      'invoices invoice_lines invoice_documents invoice_letters invoice_numbers number_series payments payment_allocations refunds',
    organizations: 'organization_figures organization_erasures',
    requests: 'request_notes feedback_merges demo_request_counts',
    settings: 'vendor_settings',
    'support-access': 'support_accesses',
    testimonials: 'testimonials',
    users: 'account_acts',
  },
  home: {
    calendar: 'calendar_feeds',
    onboarding: 'onboardings',
    schedule: 'shared_places',
  },
}

/** The tables of every noun, lowest area first. */
export const ownedTables = Object.entries(owners).flatMap(([area, nouns]) =>
  Object.entries(nouns).flatMap(([noun, tables]) => tables.split(' ').map((table) => ({ area, noun, table }))),
)
