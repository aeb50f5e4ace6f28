-- How a subscription stands was written beside the chosen plan, which could hide it; now its purchase says so alone.
UPDATE purchases SET state = 'ended' WHERE state = 'closed' AND subscription_id IN
  (SELECT stripe_subscription_id FROM users WHERE subscription_status = 'canceled');
--> statement-breakpoint
-- Where the plan hid it, nobody knows: an overdue one is asked after at Stripe at the next look.
UPDATE purchases SET state = 'overdue' WHERE state = 'paid' AND subscription_id IN
  (SELECT stripe_subscription_id FROM users
   WHERE subscription_status = 'incomplete' OR subscription_plan IS NOT 'unlimited');
--> statement-breakpoint
UPDATE users SET subscription_status = 'none' WHERE stripe_subscription_id IS NULL;
