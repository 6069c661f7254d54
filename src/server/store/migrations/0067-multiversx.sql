-- The coin has one name in both languages; where an operator has given it another, that stays.
update coins set persian_name = 'مولتیورس‌ایکس' where symbol = 'ELROND' and persian_name = 'الروند';
