-- Repeated deliveries of hubs (docs/websub.md).

-- The first 8 bytes of the signatures of the last deliveries that were read.
ALTER TABLE websub ADD COLUMN seen bytea;
